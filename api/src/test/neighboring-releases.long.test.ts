import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordedApi, startRecordedApi } from 'contracts/recorded-api';
import { migrate } from 'database/migrate';
import { createTestDatabase } from 'database/test-database';
import { dropDatabase, type TestDatabase } from 'database/test-server';
import pg from 'pg';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import {
  freshPhone,
  logIn,
  type SignedInMerchant,
  signUpMerchant,
  tokenOf,
} from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verifyDatabase, verifyDatabaseRollups } from '../commands/verify-database.ts';
import {
  type ApiProcess,
  startApiProcess,
  TEST_KEY_ENCRYPTION_KEY,
  TEST_TOKEN_SECRET,
} from './api-process.ts';

const PRISMA = join(import.meta.dirname, '../../../prisma');
/**
 * Time limit of tests that start processes and migrate whole databases: longer than the others', for a busy
 * machine.
 */
const AMPLE_MS = 60_000;
const BEHIND = `behind_test_${randomUUID().slice(0, 8)}`;

let database: TestDatabase;
let folder: string;
let old: RecordedApi;
let today: ApiProcess;
let behind: ApiProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'cashback-behind-'));
  [old, today] = await Promise.all([
    startRecordedApi({
      NODE_ENV: 'test',
      DATABASE_URL: database.appUrl,
      TOKEN_SECRET: TEST_TOKEN_SECRET,
      KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
    }),
    startApiProcess({ databaseUrl: database.appUrl }),
  ]);
});

afterAll(async () => {
  await Promise.all([old?.stop(), today?.stop()]);
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** A merchant's counter and its customer, on the API that `client` reaches. */
function counter(client: HttpClient, merchant: SignedInMerchant) {
  async function call(path: string, input: object): Promise<Record<string, never>> {
    const answer = await client.call(path, input, { cookie: merchant.cookie, ip: freshIp() });
    expect([path, answer.status, answer.error?.message]).toEqual([path, 200, undefined]);
    return answer.data;
  }
  return {
    issue: (phone: string, amountCents: number, requestId = randomUUID()) =>
      call('cashback.issue', { operationId: requestId, phone, amountCents }),
    confirm: (noun: string, { link }: { link?: string }) =>
      call(`${noun}.confirm`, { token: tokenOf(link ?? '') }),
    reverse: (purchase: { transactionId?: string }, amountCents: number) =>
      call('cashback.reverse', {
        operationId: randomUUID(),
        reason: 'Devolução',
        amountCents,
        transactionId: purchase.transactionId,
      }),
    async redeem(phone: string, amountCents: number) {
      const found = await client.query('customers.find', { phone }, { cookie: merchant.cookie });
      return await call('redemptions.create', {
        operationId: randomUUID(),
        customerId: found.data.id,
        amountCents,
      });
    },
  };
}

test(
  'the API from before this one works on the schema of today, beside this one, and the ledger and the rollups are right',
  async () => {
    const clients = { old: createHttpClient(old.url), today: createHttpClient(today.url) };
    try {
      // The API from before knows no terms, and refuses what it does not know.
      const merchant = await signUpMerchant(clients.today);
      const again = await logIn(clients.old, merchant.email);
      const [before, after] = [counter(clients.old, again), counter(clients.today, merchant)];
      const phone = freshPhone();
      const requestId = randomUUID();
      const sold = {
        before: await before.issue(phone, 20_000, requestId),
        after: await after.issue(phone, 30_000),
      };
      // A client who lost the answer asks again, and may reach the other release.
      expect(await after.issue(phone, 20_000, requestId)).toEqual(sold.before);
      // A telephone does not know which of the two it reaches.
      await after.confirm('cashback', sold.before);
      await before.confirm('cashback', sold.after);
      await after.confirm('redemptions', await before.redeem(phone, 700));
      await before.confirm('redemptions', await after.redeem(phone, 300));
      await before.reverse(sold.after, 10_000);
      await after.reverse(sold.before, 5_000);
      const reports = await clients.old.query('reports.currentMonth', undefined, { cookie: merchant.cookie });
      expect([reports.status, reports.error]).toEqual([200, undefined]);
    } finally {
      for (const client of Object.values(clients)) client.close();
    }
    const none = () => expect.unreachable();
    const ledger = await verifyDatabase(database.ownerUrl, none);
    expect(ledger).toMatchObject({ differences: 0 });
    expect(ledger.entries).toBeGreaterThan(5);
    expect(await verifyDatabaseRollups(database.ownerUrl, none)).toMatchObject({ differences: 0 });
  },
  AMPLE_MS,
);

test(
  'this API on a database that is one migration behind lives, is not ready, and becomes so by the migration',
  async () => {
    const server = inject('testServer');
    const superuser = new pg.Pool({ connectionString: server.maintenanceUrl, max: 1 });
    const [ownerUrl, appUrl] = [server.ownerUrl, server.appUrl].map((url) =>
      url.replace('{database}', BEHIND),
    ) as [string, string];
    cpSync(PRISMA, folder, { recursive: true });
    const newest =
      readdirSync(join(folder, 'migrations'))
        .filter((name) => !name.endsWith('.toml'))
        .sort()
        .at(-1) ?? '';
    rmSync(join(folder, 'migrations', newest), { recursive: true });
    await superuser.query(`CREATE DATABASE ${BEHIND}`);
    try {
      await migrate(ownerUrl, { folder });
      behind = await startApiProcess({ databaseUrl: appUrl, extraEnv: { JOBS: 'off' } });
      const client = createHttpClient(behind.url);
      const states = async () =>
        [await client.fetch('/healthz'), await client.fetch('/readyz')].map(({ status }) => status);
      expect(await states()).toEqual([200, 503]);
      expect(await migrate(ownerUrl)).toEqual([newest]);
      await expect.poll(states).toEqual([200, 200]);
      client.close();
    } finally {
      await behind?.stop();
      await dropDatabase(server.maintenanceUrl, BEHIND);
      await superuser.end();
    }
  },
  AMPLE_MS,
);
