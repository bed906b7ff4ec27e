import pg from 'pg';
import { type HttpProcess, startApi } from '../api-process.ts';
import { assertDurable, type BenchServer } from '../bench-database.ts';

/** One merchant in a database of its own, served by an API process of its own. */
export interface Merchant {
  database: { appUrl: string; tokenSecret: string };
  api: HttpProcess;
  /** A superuser's connection, and its address. */
  owner: pg.Client;
  ownerUrl: string;
  merchantId: string;
  employeeId: string;
  /** The owner's cookie. */
  session: string;
}

export type OpenMerchant = (name: string) => Promise<Merchant>;

interface SignedIn {
  merchant: { id: string };
  employee: { id: string };
}

const LOGIN = { email: 'dona@loja.example', password: 'pao-de-queijo-quente' };
const SIGNUP = {
  merchantName: 'Loja',
  merchantPhone: '1132104567',
  merchantAddress: 'Rua A, 1',
  ownerName: 'Maria Santos',
  acceptsTerms: true,
};

/** A busy machine's first connections to the database may take longer than a request waits for them. */
const ATTEMPTS = 10;
/** Status of a repeated sign-up whose merchant was made before its session failed. */
const ALREADY_SIGNED_UP = 409;

async function post(port: number, procedure: string, input: object, alreadyDone?: number) {
  const origin = `http://localhost:${port}`;
  const send = () =>
    fetch(`${origin}/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(input),
    });
  let response = await send();
  for (let attempt = 1; response.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    response = await send();
  }
  if (!response.ok && response.status !== alreadyDone)
    throw new Error(`${procedure} answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers.get('set-cookie')?.match(/session=([^;]*)/)?.[1];
  return { answer: await response.json(), cookie };
}

/** Signs a merchant up and in as its owner would: once, for logins are counted. */
async function signIn(port: number): Promise<{ session: string; person: SignedIn }> {
  const response = await fetch(`http://localhost:${port}/trpc/legal.texts`);
  const { result } = (await response.json()) as { result: { data: object[] } };
  await post(port, 'merchants.signup', { ...SIGNUP, ...LOGIN, texts: result.data }, ALREADY_SIGNED_UP);
  const { answer, cookie } = await post(port, 'auth.login', LOGIN);
  if (!cookie) throw new Error('the login set no session cookie');
  return { session: cookie, person: (answer as { result: { data: SignedIn } }).result.data };
}

async function openMerchant(
  server: BenchServer,
  name: string,
  onClose: (close: () => Promise<void>) => void,
): Promise<Merchant> {
  await server.createDatabase(name);
  const database = { appUrl: server.appUrl(name), tokenSecret: server.tokenSecret };
  const ownerUrl = server.ownerUrl(name);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  onClose(() => owner.end());
  await assertDurable(owner);
  const api = await startApi(database);
  onClose(() => api.stop());
  const { session, person } = await signIn(api.port);
  const { merchant, employee } = person;
  return { database, api, owner, ownerUrl, merchantId: merchant.id, employeeId: employee.id, session };
}

/** Does the work with merchants that are closed after it, also when it or an opening fails. */
export async function withMerchants<Result>(
  server: BenchServer,
  work: (open: OpenMerchant) => Promise<Result>,
): Promise<Result> {
  const closers: (() => Promise<void>)[] = [];
  try {
    return await work((name) => openMerchant(server, name, (close) => closers.unshift(close)));
  } finally {
    for (const close of closers) await close();
  }
}
