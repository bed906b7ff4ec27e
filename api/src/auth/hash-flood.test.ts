import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

let database: TestDatabase;
let api: ApiProcess;
let client: HttpClient;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApiProcess({ databaseUrl: database.appUrl });
  client = createHttpClient(api.url);
});

afterAll(async () => {
  client?.close();
  await api?.stop();
  await database?.drop();
});

test('200 logins at once: some are told to retry, none fails otherwise, and the counter keeps working', async () => {
  const merchant = await signUpMerchant(client);
  let flooding = true;
  const flood = Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      client.call('auth.login', { email: `n${index}@loja.example`, password: 'guess' }, { ip: freshIp() }),
    ),
  ).finally(() => {
    flooding = false;
  });
  const others: number[] = [];
  while (flooding) {
    const report = await client.query('reports.currentMonth', undefined, { cookie: merchant.cookie });
    const probe = await client.fetch('/healthz');
    others.push(report.status, probe.status);
  }
  const answers = await flood;
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401, 503]));
  const refused = answers.filter((each) => each.status === 503);
  for (const answer of refused) {
    expect(answer.error?.data.refusal).toBe('overloaded');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set([200]));
  const login = { email: merchant.email, password: merchant.password };
  expect((await client.call('auth.login', login, { ip: freshIp() })).status).toBe(200);
});

test('passwords are no longer than can be hashed in bounded time', async () => {
  const answer = await client.call('auth.login', { email: 'a@b.example', password: 'x'.repeat(1_001) });
  expect(answer.status).toBe(400);
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  const { rows } = await owner.query('SELECT password_hash FROM employees');
  for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await owner.end();
});
