import { randomUUID } from 'node:crypto';
import { seedDemo } from '../../../prisma/seed.ts';
import { startApi, UNUSED_KEY } from '../api-process.ts';
import { type BenchServer, withClient } from '../bench-database.ts';

export interface Screen {
  name: string;
  path: string;
  /** True if an employee has to be signed in to see it. */
  isStaffs: boolean;
}

export interface DemoMerchant {
  origin: string;
  /** The owner's session cookie. */
  session: string;
  /** Database for another process that serves the same merchant. */
  database: { appUrl: string; tokenSecret: string };
  /** Slug of the demo's merchant. */
  slug: string;
  /** The demo's customer. */
  phone: string;
  screens: Screen[];
  /** Issues a purchase and returns the address of its unopened code. */
  issueCashback(): Promise<string>;
  requestRedemption(): Promise<string>;
  stop(): Promise<void>;
}

const DATABASE = 'pages';
const PHONE = '11987654321';

/** Calls a mutation as the page would; answers its data and the session cookie it set, if any. */
async function mutate<Data>(origin: string, path: string, input: object, session = '') {
  const response = await fetch(`${origin}/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: `session=${session}` },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  const { result } = (await response.json()) as { result: { data: Data } };
  const cookie = response.headers.get('set-cookie')?.match(/session=([^;]*)/)?.[1];
  return { data: result.data, cookie };
}

/** The counter's part: codes for customers to confirm. */
function counterOf(origin: string, session: string, customerId: string) {
  const newRequest = (amountCents: number) => ({ operationId: randomUUID(), amountCents });
  const pathOf = async (procedure: string, input: object) => {
    const { data } = await mutate<{ link: string }>(origin, procedure, input, session);
    return new URL(data.link).pathname;
  };
  return {
    issueCashback: () => pathOf('cashback.issue', { ...newRequest(12_345), phone: PHONE }),
    requestRedemption: () => pathOf('redemptions.create', { ...newRequest(100), customerId }),
  };
}

async function signIn(origin: string, { email, password }: { email: string; password: string }) {
  const { cookie: session } = await mutate(origin, 'auth.login', { email, password });
  if (!session) throw new Error('the login set no session cookie');
  return session;
}

/** The built product with the demo's data, and the addresses of its screens. */
export async function openDemoMerchant(server: BenchServer): Promise<DemoMerchant> {
  await server.createDatabase(DATABASE);
  const database = { appUrl: server.appUrl(DATABASE), tokenSecret: server.tokenSecret };
  const demo = await seedDemo({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: server.ownerUrl(DATABASE),
    TOKEN_SECRET: database.tokenSecret,
    KEY_ENCRYPTION_KEY: UNUSED_KEY,
  });
  const customerId = await withClient(server.ownerUrl(DATABASE), async (owner) => {
    const { rows } = await owner.query<{ id: string }>('SELECT id FROM customers WHERE phone = $1', [PHONE]);
    return rows[0]?.id ?? '';
  });
  const api = await startApi(database);
  const origin = `http://localhost:${api.port}`;
  const session = await signIn(origin, demo);
  const counter = counterOf(origin, session, customerId);
  const screen = (name: string, path: string, isStaffs = false): Screen => ({ name, path, isStaffs });
  return {
    origin,
    session,
    database,
    slug: demo.slug,
    phone: PHONE,
    ...counter,
    screens: [
      screen('login', '/login'),
      screen('signup', '/signup'),
      screen('cashback', '/cashback', true),
      screen('redemption', '/redemption', true),
      screen('dashboard', '/dashboard', true),
      screen('customer cashback', await counter.issueCashback()),
      screen('customer redemption', await counter.requestRedemption()),
      screen('customer dashboard', `/customer/dashboard/${PHONE}`),
      screen('customer signup', `/signup/${demo.slug}`),
    ],
    stop: () => api.stop(),
  };
}
