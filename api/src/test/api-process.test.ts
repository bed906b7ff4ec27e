import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from './api-process.ts';

let database: TestDatabase;
let api: ApiProcess;
let client: HttpClient;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApiProcess({ databaseUrl: database.appUrl });
  client = createHttpClient(api.url);
});

afterAll(async () => {
  client.close();
  await api.stop();
  await database.drop();
});

test('the API in a process of its own takes a purchase from the counter to the customer', async () => {
  const merchant = await signUpMerchant(client);
  const phone = freshPhone();
  const input = { operationId: crypto.randomUUID(), phone, amountCents: 10_000 };
  const purchase = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  expect(purchase.status).toBe(200);
  const watch = await client.subscribe(
    'cashback.watch',
    { id: purchase.data.transactionId },
    { cookie: merchant.cookie },
  );
  expect(await watch.next()).toEqual({ confirmed: false });
  const confirmed = await client.call(
    'cashback.confirm',
    { token: tokenOf(purchase.data.link) },
    { ip: freshIp() },
  );
  expect(confirmed.data).toMatchObject({ phone, cashbackCents: 500, availableCents: 500 });
  expect(await watch.next()).toEqual({ confirmed: true });
  expect(await watch.next()).toBeUndefined();
  const found = await client.query('customers.find', { phone }, { cookie: merchant.cookie });
  expect(found.data).toMatchObject({ availableCents: 500 });
});

test('a process that cannot start says why', async () => {
  const started = startApiProcess({ databaseUrl: database.appUrl, extraEnv: { TOKEN_SECRET: 'short' } });
  await expect(started).rejects.toThrow('TOKEN_SECRET: must have at least 32 characters');
});

const ONE_SITE = 'APP_ORIGIN and PUBLIC_ORIGIN are one site';
const LOST_OWNERS = 'neither SMTP_URL nor SUPPORT_CONTACT is set';

const warningsOf = (started: ApiProcess) =>
  [ONE_SITE, LOST_OWNERS].filter((text) => started.output().includes(text));

test('a start warns where merchants’ tags run beside staff sessions, and where owners can be lost', async () => {
  const start = (extraEnv: object) =>
    startApiProcess({
      databaseUrl: database.appUrl,
      extraEnv: { APP_ORIGIN: 'https://painel.example.com', JOBS: 'off', ...extraEnv },
    });
  const [oneSite, noContact] = await Promise.all([
    start({ PUBLIC_ORIGIN: 'https://clube.example.com', SUPPORT_CONTACT: 'ajuda@volta.example' }),
    start({ PUBLIC_ORIGIN: 'https://clube.example.net' }),
  ]);
  await Promise.all([oneSite.stop(), noContact.stop()]);
  expect(warningsOf(oneSite)).toEqual([ONE_SITE]);
  expect(warningsOf(noContact)).toEqual([LOST_OWNERS]);
  expect(warningsOf(api), 'on http, as on a developer’s machine').toEqual([]);
});
