import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOGIN_PER_ACCOUNT_AND_NETWORK } from '../limits/call-limits.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

/** Guarantees that hold whichever process answers. Live confirmations: cashback/live-confirmation.test.ts. */

const fixture = useDatabaseFixture();
let redis: RedisServer;
let api: TwoProcesses;
/** The longest that a process may hold a name that another one changed. */
const WITHIN = { timeout: 60_000, interval: 100 };

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

test('whose a name is changes on every process within ten seconds of a change that another made', async () => {
  const merchant = await signUpMerchant(api.client(0));
  const domain = `clube-${merchant.slug}.example`;
  const known = (host: string) =>
    Promise.all(
      api.clients.map(async (client) => (await client.fetch('/trpc/no.such', { host })).error !== undefined),
    );
  expect(await known(`${merchant.slug}.localhost`), 'a new merchant at once').toEqual([true, true]);
  expect(await known(domain)).toEqual([false, false]);
  const change = (what: string) =>
    fixture.owner.query(`UPDATE merchants SET ${what} WHERE id = $1`, [merchant.id]);
  await change(`custom_domain = '${domain}', custom_domain_status = 'verified'`);
  await expect.poll(() => known(domain), WITHIN).toEqual([true, true]);
  await change('is_active = false');
  await expect.poll(() => known(domain), WITHIN).toEqual([false, false]);
  await expect.poll(() => known(`${merchant.slug}.localhost`), WITHIN).toEqual([false, false]);
});
