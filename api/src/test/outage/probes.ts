import { randomUUID } from 'node:crypto';
import { type Answer, freshIp, type HttpClient } from 'testing/http-client';
import {
  freshPhone,
  type SignedInMerchant,
  signUpMerchant,
  TEST_PASSWORD,
  tokenOf,
} from 'testing/signed-in-merchant';
import { expect } from 'vitest';
import { presentTexts } from '../../legal/platform-document.ts';

/** One call of each kind that needs the database, over every way the API has to it. */
export interface Probe {
  name: string;
  /** The status when all is well. */
  well: number;
  call(): Promise<Answer>;
}

let made = 0;

/** Probes of a merchant of their own. */
export async function openProbedMerchant(client: HttpClient): Promise<Probe[]> {
  const merchant = await signUpMerchant(client);
  const phone = freshPhone();
  const input = { operationId: randomUUID(), phone, amountCents: 10_000 };
  const issued = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  return createProbes(client, merchant, { phone, link: issued.data.link });
}

function createProbes(
  client: HttpClient,
  merchant: SignedInMerchant,
  { phone, link }: { phone: string; link: string },
): Probe[] {
  const { cookie } = merchant;
  const purchase = () => ({ operationId: randomUUID(), phone: freshPhone(), amountCents: 1_000 });
  const ip = () => ({ ip: freshIp() });
  const email = () => `nova-${randomUUID()}@loja.example`;
  const stranger = () => {
    made += 1;
    return {
      merchantName: `Nova ${made}`,
      merchantPhone: '1132104567',
      merchantAddress: 'Rua A, 1',
      ownerName: 'Ana',
      email: email(),
      password: TEST_PASSWORD,
      acceptsTerms: true,
      texts: presentTexts(undefined),
    };
  };
  const token = tokenOf(link);
  return [
    { name: 'issue', well: 200, call: () => client.call('cashback.issue', purchase(), { cookie }) },
    { name: 'confirm', well: 200, call: () => client.call('cashback.confirm', { token }, ip()) },
    // A fresh address without an account: attempts on a known one are limited.
    {
      name: 'login',
      well: 401,
      call: () => client.call('auth.login', { email: email(), password: 'x' }, ip()),
    },
    { name: 'session', well: 200, call: () => client.query('auth.session', undefined, { cookie }) },
    { name: 'month', well: 200, call: () => client.query('reports.currentMonth', undefined, { cookie }) },
    {
      name: 'dashboard',
      well: 200,
      call: () => client.query('customers.dashboard', { phone, slug: merchant.slug }, ip()),
    },
    { name: 'sign-up (Prisma)', well: 200, call: () => client.call('merchants.signup', stranger(), ip()) },
  ];
}

export interface ProbeResult {
  name: string;
  ms: number;
  answer: Answer;
}

export async function runProbes(probes: Probe[]): Promise<ProbeResult[]> {
  return await Promise.all(
    probes.map(async ({ name, call }) => {
      const startedAt = performance.now();
      const answer = await call();
      return { name, answer, ms: performance.now() - startedAt };
    }),
  );
}

/** What `npm run test:long` alone holds an answer to: two seconds, and room for a machine with other work. */
export const ANSWERED_WITHIN_MS = process.env.TEST_LONG ? 2_500 : Number.POSITIVE_INFINITY;

/** The sentence, the status, the header, and in time. */
export function expectUnavailable(results: ProbeResult[]): void {
  for (const { name, answer, ms } of results) {
    expect([name, answer.status, answer.error?.message, answer.error?.data.refusal]).toEqual([
      name,
      503,
      'Sistema temporariamente indisponível. Tente novamente em instantes.',
      'database_unavailable',
    ]);
    expect(Number(answer.headers['retry-after']), name).toBeGreaterThan(0);
    expect(ms, name).toBeLessThan(ANSWERED_WITHIN_MS);
  }
}

/** Expects all of them to be well again without a restart of the API. Returns how soon, in milliseconds. */
export async function expectRecovery(probes: Probe[]): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    probes.map(({ name, well, call }) =>
      expect.poll(async () => (await call()).status, { interval: 250, message: name }).toBe(well),
    ),
  );
  return performance.now() - startedAt;
}
