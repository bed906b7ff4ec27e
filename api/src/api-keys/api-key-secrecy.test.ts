import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { type Answer, createHttpClient, type HttpClient } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { readAllRows } from '../test/tenant-rows.ts';

let database: TestDatabase;
let owner: pg.Pool;
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;
/** All answers after the key was shown, headers included. */
let answered = '';

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  api = await startApiProcess({ databaseUrl: database.appUrl, extraEnv: { LOG_LEVEL: 'trace' } });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
});

afterAll(async () => {
  client?.close();
  await api?.stop();
  await owner?.end();
  await database?.drop();
});

function keep(answer: Answer): Answer {
  answered += `${JSON.stringify(answer.headers)}\n${JSON.stringify(answer.body)}\n`;
  return answer;
}
const query = async (path: string, input?: object) =>
  keep(await client.query(path, input, { cookie: merchant.cookie }));
const call = async (path: string, input: object) =>
  keep(await client.call(path, input, { cookie: merchant.cookie }));

async function rest(method: string, path: string, key: string, input?: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() };
  return keep(await client.fetch(`/api/v1${path}`, { method, input, headers, secFetchSite: null }));
}

test('a key is in one answer, and then in no other, no log line, no row and no job', async () => {
  const created = await client.call(
    'apiKeys.create',
    { name: 'Caixa 1', scopes: ['cashback.issue', 'customers.read'] },
    { cookie: merchant.cookie },
  );
  expect(created.status).toBe(200);
  const { id, key, prefix } = created.data;

  const purchase = { phone: freshPhone(), amountCents: 1_000 };
  expect((await rest('POST', '/purchases', key, purchase)).status).toBe(201);
  // Each kind of refusal, with the key in it.
  expect((await rest('POST', '/purchases', key, { ...purchase, [key]: key, reason: key })).status).toBe(400);
  expect((await rest('POST', '/purchases', key, { ...purchase, phone: key })).status).toBe(400);
  expect((await rest('GET', `/purchases/${key}`, key)).status).toBe(400);
  expect((await rest('GET', `/nowhere/${key}`, key)).status).toBe(404);
  expect((await rest('GET', `/redemptions/${randomUUID()}`, key)).status).toBe(403);
  expect((await rest('GET', '/customers?phone=11987654321', `${key}${key}`)).status).toBe(401);
  // A bug in our code.
  await owner.query('REVOKE INSERT ON audit_log FROM cashback_app, cashback_confirmer');
  const broken = await rest('POST', '/purchases', key, { ...purchase, amountCents: 2_000 });
  expect([broken.status, broken.body]).toEqual([
    500,
    { error: { code: 'internal_error', message: 'Erro interno' } },
  ]);
  await owner.query('GRANT INSERT ON audit_log TO cashback_app, cashback_confirmer');

  expect(JSON.stringify((await query('apiKeys.list')).data)).toContain(prefix);
  expect(JSON.stringify((await query('audit.list', {})).data)).toContain(prefix);
  expect((await call('apiKeys.create', { name: key, scopes: [key] })).status).toBe(400);
  expect((await call('apiKeys.revoke', { id })).status).toBe(200);
  expect((await rest('POST', '/purchases', key, purchase)).status).toBe(401);

  await expect.poll(() => api.output()).toContain('a program’s call failed');
  const secret = key.slice(prefix.length + 1);
  const bytes = Buffer.from(secret, 'base64url');
  const rows = Object.values(await readAllRows(owner, 'text')).join('\n');
  expect(rows).toContain(prefix);
  const spellings = [
    secret.slice(0, 12),
    secret.slice(20, 32),
    bytes.toString('hex'),
    bytes.toString('base64'),
  ];
  for (const spelling of spellings) {
    expect(answered.includes(spelling), 'an answer').toBe(false);
    expect(api.output().includes(spelling), 'the log').toBe(false);
    expect(rows.includes(spelling), 'the database').toBe(false);
  }
});
