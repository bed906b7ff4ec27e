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

test.each([
  ['https://painel.example.com', 'https://clube.example.com', true],
  ['https://painel.example.com', 'https://clube.example.net', false],
  ['http://localhost', 'http://localhost', false],
])('of employees at %s and customers at %s a start warns: %s', async (appOrigin, publicOrigin, warns) => {
  const extraEnv = { APP_ORIGIN: appOrigin, PUBLIC_ORIGIN: publicOrigin, JOBS: 'off' };
  const started = await startApiProcess({ databaseUrl: database.appUrl, extraEnv });
  await started.stop();
  expect(started.output().includes('APP_ORIGIN and PUBLIC_ORIGIN are one site')).toBe(warns);
});

test.each([
  ['https://painel.example.com', undefined, true],
  ['https://painel.example.com', 'ajuda@volta.example', false],
  ['http://localhost', undefined, false],
])(
  'without mail, at %s with support %s, a start warns of lost owners: %s',
  async (appOrigin, contact, warns) => {
    const extraEnv = {
      APP_ORIGIN: appOrigin,
      PUBLIC_ORIGIN: 'https://clube.example.net',
      JOBS: 'off',
      ...(contact && { SUPPORT_CONTACT: contact }),
    };
    const started = await startApiProcess({ databaseUrl: database.appUrl, extraEnv });
    await started.stop();
    expect(started.output().includes('neither SMTP_URL nor SUPPORT_CONTACT is set')).toBe(warns);
  },
);
