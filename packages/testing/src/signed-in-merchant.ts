import { randomInt } from 'node:crypto';
import type { ClientSession } from 'domain/session';
import { freshIp, type HttpClient } from './http-client.ts';

/** A merchant and its owner's session, made through the product's own screens' calls. */
export interface SignedInMerchant {
  id: string;
  slug: string;
  name: string;
  email: string;
  password: string;
  employeeId: string;
  /** Value for `CallOptions.cookie`. */
  cookie: string;
  session: ClientSession;
}

export const TEST_PASSWORD = 'pao-de-queijo-quente';

let made = 0;

/** Signs a merchant up and its owner in. */
export async function signUpMerchant(
  client: HttpClient,
  overrides: { name?: string; email?: string } = {},
): Promise<SignedInMerchant> {
  made += 1;
  const email = overrides.email ?? `dona-${process.pid}-${made}-${randomInt(1e9)}@loja.example`;
  const name = overrides.name ?? `Loja ${made}`;
  const texts = (await client.query('legal.texts', undefined, { ip: freshIp() })).data;
  const signup = {
    merchantName: name,
    merchantPhone: '1132104567',
    merchantAddress: 'Rua das Palmeiras, 120',
    ownerName: 'Maria Santos',
    email,
    password: TEST_PASSWORD,
    acceptsTerms: true,
    texts,
  };
  const answer = await client.call('merchants.signup', signup, { ip: freshIp() });
  if (answer.status !== 200) throw new Error(`sign-up failed: ${JSON.stringify(answer.body)}`);
  return logIn(client, email);
}

/** Signs an employee in. */
export async function logIn(
  client: HttpClient,
  email: string,
  password: string = TEST_PASSWORD,
): Promise<SignedInMerchant> {
  const answer = await client.call<ClientSession>('auth.login', { email, password }, { ip: freshIp() });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  if (answer.status !== 200 || cookie === undefined) {
    throw new Error(`login failed: ${JSON.stringify(answer.body)}`);
  }
  const { merchant, employee } = answer.data;
  return {
    id: merchant.id,
    slug: merchant.signupLinkSlug,
    name: merchant.name,
    email,
    password,
    employeeId: employee.id,
    cookie,
    session: answer.data,
  };
}

/** 'CASHBACK_…' out of the link that the QR code holds. */
export function tokenOf(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}

let phones = randomInt(1e6, 9e7);

/** A mobile number that no test of this file has used. */
export function freshPhone(): string {
  phones += 1;
  return `119${String(phones).padStart(8, '0')}`;
}
