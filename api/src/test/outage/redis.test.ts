import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { createClient } from 'redis';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOGIN_PER_ACCOUNT_AND_NETWORK } from '../../limits/call-limits.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { assertCleanLedger } from '../clean-ledger.ts';
import { findContradictions, rememberedTotals, storedTotals } from './effects.ts';
import { startOutageLoad } from './load.ts';

const { REDIS_SERVER_PATH } = process.env;
let database: TestDatabase;
let owner: pg.Pool;
let redis: RedisServer;
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  return async () => {
    await owner.end();
    await database.drop();
  };
});

beforeEach(async () => {
  redis = await startRedisServer(REDIS_SERVER_PATH);
  api = await startApiProcess({ databaseUrl: database.appUrl, redisUrl: redis.url });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
});

afterEach(async () => {
  const alive = await client.fetch('/healthz').catch((error: Error) => ({ status: error.message }));
  const lastWords = api.output().slice(-3_000);
  client.close();
  await api.kill();
  process.kill(redis.pid, 'SIGCONT');
  await redis.stop();
  expect(alive.status, lastWords).toBe(200);
});

async function command(...words: string[]): Promise<unknown> {
  const admin = await createClient({ url: redis.url }).connect();
  try {
    return await admin.sendCommand(words);
  } finally {
    admin.destroy();
  }
}

const limitKeys = async () => ((await command('KEYS', 'limit:*')) as string[]).length;

async function logIn(password: string, ip = freshIp()): Promise<number> {
  const input = { email: merchant.email, password };
  return (await client.call('auth.login', input, { ip })).status;
}

/** Serves one customer from the purchase to the redemption, the dialog included. */
async function serveOneCustomer(): Promise<void> {
  const { cookie } = merchant;
  const phone = freshPhone();
  const purchase = await client.call(
    'cashback.issue',
    { operationId: randomUUID(), phone, amountCents: 10_000 },
    { cookie },
  );
  expect(purchase.status).toBe(200);
  const dialog = await client.subscribe('cashback.watch', { id: purchase.data.transactionId }, { cookie });
  expect(await dialog.next()).toEqual({ confirmed: false });
  const confirmed = await client.call(
    'cashback.confirm',
    { token: tokenOf(purchase.data.link) },
    { ip: freshIp() },
  );
  expect(confirmed.status).toBe(200);
  expect(await dialog.next()).toEqual({ confirmed: true });
  dialog.close();
  const found = await client.query('customers.find', { phone }, { cookie });
  expect(found.data.availableCents).toBe(500);
  const redemption = await client.call(
    'redemptions.create',
    { operationId: randomUUID(), customerId: found.data.id, amountCents: 500 },
    { cookie },
  );
  expect(redemption.status).toBe(200);
  const token = tokenOf(redemption.data.link);
  expect((await client.call('redemptions.confirm', { token }, { ip: freshIp() })).status).toBe(200);
}

/** Ways to break Redis under the API; each returns the function that repairs it. */
const AILMENTS: Record<string, () => Promise<() => Promise<void>>> = {
  async 'gone, its port refuses'() {
    await redis.stop();
    return async () => {
      redis = await startRedisServer(REDIS_SERVER_PATH, Number(new URL(redis.url).port));
    };
  },
  async hung() {
    process.kill(redis.pid, 'SIGSTOP');
    return async () => void process.kill(redis.pid, 'SIGCONT');
  },
  async 'out of memory'() {
    await command('CONFIG', 'SET', 'maxmemory', '1');
    await command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    return async () => void (await command('CONFIG', 'SET', 'maxmemory', '0'));
  },
};

describe.each(Object.keys(AILMENTS))('Redis is %s', (ailment) => {
  test('money, login and the dialog work; guessing passwords is limited over all processes; once repaired, it is used again', async () => {
    await serveOneCustomer();
    expect(await limitKeys()).toBeGreaterThan(0);
    const mend = await (AILMENTS[ailment] as () => Promise<() => Promise<void>>)();
    for (let turn = 0; turn < 3; turn += 1) await serveOneCustomer();

    const ip = freshIp();
    const { limit } = LOGIN_PER_ACCOUNT_AND_NETWORK;
    for (let tries = 0; tries < limit; tries += 1) expect(await logIn('not the password', ip)).toBe(401);
    expect(await logIn(merchant.password, ip), 'one more than may fail').toBe(429);
    expect(await logIn(merchant.password)).toBe(200);
    const { rows } = await owner.query('SELECT FROM operations.call_counts WHERE key LIKE $1', [`%@${ip}`]);
    expect(rows, 'counted where other processes count too').toHaveLength(1);

    await mend();
    await command('FLUSHALL');
    const usesRedisAgain = async () => {
      await serveOneCustomer();
      return await limitKeys();
    };
    await expect.poll(usesRedisAgain, { interval: 250 }).toBeGreaterThan(0);
    expect(await logIn(merchant.password), 'the shared count is the one that holds').toBe(200);
    await assertCleanLedger(database.ownerUrl);
  });
});

test('emptied again and again under load, Redis takes no session, retry or money along', async () => {
  const load = startOutageLoad(() => [client], merchant, 8);
  for (let round = 0; round < 20; round += 1) {
    await setTimeout(50);
    await command('FLUSHALL');
  }
  await load.stop();
  expect(load.observed.filter(({ status }) => status !== 200)).toEqual([]);
  expect(load.surprises).toEqual([]);
  await load.settle();
  expect(await findContradictions(owner, merchant.id, load.people)).toEqual([]);
  expect(await storedTotals(owner, merchant.id)).toEqual(rememberedTotals(load.people));
  await assertCleanLedger(database.ownerUrl);
});
