import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOGIN_PER_ACCOUNT_AND_NETWORK } from '../limits/call-limits.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

/**
 * Guarantees that hold whichever process answers. Live confirmations: cashback/live-confirmation.test.ts;
 * names: domains/hosts-without-database.long.test.ts.
 */

const fixture = useDatabaseFixture();
let redis: RedisServer;
let api: TwoProcesses;

let stop = async () => {};

beforeAll(async () => {
  redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  api = await startTwoProcesses(fixture.database, redis.url);
  stop = async () => {
    await api.stop();
    await redis.stop();
  };
});

// Runs before the database is dropped: vitest calls these hooks in reverse order.
afterAll(() => stop());

test('wrong passwords are counted together, whichever process is tried', async () => {
  const merchant = await signUpMerchant(api.client(0));
  const { limit } = LOGIN_PER_ACCOUNT_AND_NETWORK;
  const ip = freshIp();
  const statuses: number[] = [];
  for (let turn = 0; turn < limit + 4; turn += 1) {
    const answer = await api
      .client(turn)
      .call('auth.login', { email: merchant.email, password: 'not the password' }, { ip });
    statuses.push(answer.status);
  }
  // Each alone would have let as many through as both may together.
  expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(limit - 1);
});

test('a session that ends on one process has ended on the other', async () => {
  const merchant = await signUpMerchant(api.client(0));
  const options = { cookie: merchant.cookie };
  expect((await api.client(1).query('auth.session', undefined, options)).data).not.toBeNull();
  await api.client(0).call('auth.logout', undefined, options);
  expect((await api.client(1).query('customers.list', {}, options)).status).toBe(401);
});
