import { setTimeout } from 'node:timers/promises';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient } from 'testing/http-client';
import { startRedisServer } from 'testing/redis-server';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { assertCleanLedger } from '../clean-ledger.ts';
import { findContradictions, rememberedTotals, storedTotals } from './effects.ts';
import { startOutageLoad } from './load.ts';
import { AILMENTS, command, outlive, type RedisStand } from './redis-ailments.ts';

const fixture = useDatabaseFixture();
let api: ApiProcess;
let stand: RedisStand;

beforeEach(async () => {
  const redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const options = { databaseUrl: fixture.database.appUrl, redisUrl: redis.url };
  api = await startApiProcess({ ...options, extraEnv: { TIME_LIMITS: 'product' } });
  const client = createHttpClient(api.url);
  stand = { ...fixture, redis, client, merchant: await signUpMerchant(client) };
});

afterEach(async () => {
  const { client, redis } = stand;
  const alive = await client.fetch('/healthz').catch((error: Error) => ({ status: error.message }));
  const lastWords = api.output().slice(-3_000);
  client.close();
  await api.kill();
  process.kill(redis.pid, 'SIGCONT');
  await redis.stop();
  expect(alive.status, lastWords).toBe(200);
});

test.each(Object.keys(AILMENTS) as (keyof typeof AILMENTS)[])('an API whose Redis is %s', (ailment) =>
  outlive(ailment, stand),
);

test('emptied again and again under load, Redis takes no session, retry or money along', async () => {
  const load = startOutageLoad(() => [stand.client], stand.merchant, 8);
  for (let round = 0; round < 20; round += 1) {
    await setTimeout(50);
    await command(stand, 'FLUSHALL');
  }
  await load.stop();
  expect(load.observed.filter(({ status }) => status !== 200)).toEqual([]);
  expect(load.surprises).toEqual([]);
  await load.settle();
  expect(await findContradictions(fixture.owner, stand.merchant.id, load.people)).toEqual([]);
  expect(await storedTotals(fixture.owner, stand.merchant.id)).toEqual(rememberedTotals(load.people));
  await assertCleanLedger(fixture.database.ownerUrl);
});
