import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { freshPhone, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../api-process.ts';

let database: TestDatabase;
let owner: pg.Pool;
let api: ApiProcess;
let client: HttpClient;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  api = await startApiProcess({ databaseUrl: database.appUrl });
  client = createHttpClient(api.url);
});

afterAll(async () => {
  client?.close();
  await api?.kill();
  await owner?.end();
  await database?.drop();
});

test('a database connection lost in the middle of a request fails that request with 503, not the process', async () => {
  const merchant = await signUpMerchant(client);
  const purchase = () => ({ operationId: randomUUID(), phone: freshPhone(), amountCents: 100 });
  const blocker = await owner.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE transactions IN ACCESS EXCLUSIVE MODE');
    const answer = client.call('cashback.issue', purchase(), { cookie: merchant.cookie });
    const handled = answer.catch((error: Error) => ({ status: 0, error: { message: error.message } }));
    await expect
      .poll(async () => {
        const { rowCount } = await owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND usename = 'cashback_app' AND wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    expect(await handled).toMatchObject({ status: 503 });
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  const after = await client.call('cashback.issue', purchase(), { cookie: merchant.cookie });
  expect(after.status).toBe(200);
});
