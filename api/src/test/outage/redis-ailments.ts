import { randomUUID } from 'node:crypto';
import type { TestDatabase } from 'database/test-server';
import type pg from 'pg';
import { createClient } from 'redis';
import { freshIp, type HttpClient } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { freshPhone, type SignedInMerchant, tokenOf } from 'testing/signed-in-merchant';
import { expect } from 'vitest';
import { LOGIN_PER_ACCOUNT_AND_NETWORK } from '../../limits/call-limits.ts';
import { assertCleanLedger } from '../clean-ledger.ts';

const { REDIS_SERVER_PATH } = process.env;

/** A merchant of an API, and the Redis of that API. */
export interface RedisStand {
  database: TestDatabase;
  owner: pg.Pool;
  redis: RedisServer;
  client: HttpClient;
  merchant: SignedInMerchant;
}

export async function command({ redis }: RedisStand, ...words: string[]): Promise<unknown> {
  const admin = await createClient({ url: redis.url }).connect();
  try {
    return await admin.sendCommand(words);
  } finally {
    admin.destroy();
  }
}

const limitKeys = async (stand: RedisStand) => ((await command(stand, 'KEYS', 'limit:*')) as string[]).length;

/** Serves one customer from the purchase to the redemption, the dialog included. */
async function serveOneCustomer({ client, merchant: { cookie } }: RedisStand): Promise<void> {
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
export const AILMENTS = {
  async 'gone, its port refuses'(stand: RedisStand) {
    await stand.redis.stop();
    return async () => {
      stand.redis = await startRedisServer(REDIS_SERVER_PATH, Number(new URL(stand.redis.url).port));
    };
  },
  async hung({ redis }: RedisStand) {
    process.kill(redis.pid, 'SIGSTOP');
    return async () => void process.kill(redis.pid, 'SIGCONT');
  },
  async 'out of memory'(stand: RedisStand) {
    await command(stand, 'CONFIG', 'SET', 'maxmemory', '1');
    await command(stand, 'CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    return async () => void (await command(stand, 'CONFIG', 'SET', 'maxmemory', '0'));
  },
};

/**
 * Money, login and the dialog work without Redis; guessing passwords is limited over all processes; once
 * repaired, Redis is used again.
 */
export async function outlive(ailment: keyof typeof AILMENTS, stand: RedisStand): Promise<void> {
  const { client, merchant } = stand;
  const logIn = async (password: string, ip = freshIp()) =>
    (await client.call('auth.login', { email: merchant.email, password }, { ip })).status;
  await serveOneCustomer(stand);
  expect(await limitKeys(stand)).toBeGreaterThan(0);
  const mend = await AILMENTS[ailment](stand);
  try {
    for (let turn = 0; turn < 3; turn += 1) await serveOneCustomer(stand);

    const ip = freshIp();
    const { limit } = LOGIN_PER_ACCOUNT_AND_NETWORK;
    for (let tries = 0; tries < limit; tries += 1) expect(await logIn('not the password', ip)).toBe(401);
    expect(await logIn(merchant.password, ip), 'one more than may fail').toBe(429);
    expect(await logIn(merchant.password)).toBe(200);
    const { rows } = await stand.owner.query('SELECT FROM operations.call_counts WHERE key LIKE $1', [
      `limit:${LOGIN_PER_ACCOUNT_AND_NETWORK.name}:%@${ip}`,
    ]);
    expect(rows, 'counted where other processes count too').toHaveLength(1);
  } finally {
    await mend();
  }
  await command(stand, 'FLUSHALL');
  const usesRedisAgain = async () => {
    await serveOneCustomer(stand);
    return await limitKeys(stand);
  };
  await expect.poll(usesRedisAgain, { interval: 250 }).toBeGreaterThan(0);
  expect(await logIn(merchant.password), 'the shared count is the one that holds').toBe(200);
  await assertCleanLedger(stand.database.ownerUrl);
}
