import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabaseScene } from '../../../api/src/test/database-scene.ts';
import { createHttpClient } from '../../../api/src/test/http-client.ts';
import { type RedisServer, startRedisServer } from '../../../api/src/test/redis-server.ts';
import { signUpMerchant } from '../../../api/src/test/signed-in-merchant.ts';
import { startCounterLoad } from './counter-load.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

const scene = useDatabaseScene();
let redis: RedisServer;
let cluster: TestCluster;

let stop = async () => {};

beforeAll(async () => {
  redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  // The worker beside it is replaced as well; more of them, longer and faster, in rolling-restart.long.test.ts.
  const options = { databaseUrl: scene.database.appUrl, redisUrl: redis.url, processes: 1 };
  cluster = await startTestCluster({ ...options, extraEnv: { DRAIN_DELAY: '1' } });
  stop = async () => {
    await cluster.stop();
    await redis.stop();
  };
}, 120_000);

// Before the database is dropped, which was asked for first.
afterAll(() => stop());

test('while every process is replaced, no request of a busy shop fails', { timeout: 90_000 }, async () => {
  const client = createHttpClient(cluster.url);
  const shop = await signUpMerchant(client);
  client.close();
  const load = startCounterLoad(cluster.url, shop, 20);
  await wait(500);
  const before = await cluster.metrics();
  await cluster.restart();
  await wait(500);
  const { requests, failures } = await load.stop();
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(40);
  expect(cluster.lines).toEqual(['api-1', 'worker'].map((name) => `${name} was replaced`));
  const startedAt = /^process_start_time_seconds (\S+)$/m;
  expect(startedAt.exec(await cluster.metrics())?.[1]).not.toBe(startedAt.exec(before)?.[1]);
});

test('where a new process does not get ready, the old ones go on and the restart says so', {
  timeout: 90_000,
}, async () => {
  await scene.owner.query("COMMENT ON SCHEMA operations IS '20200101000000_long_ago'");
  const client = createHttpClient(cluster.url);
  const restarted = cluster.restart(3_000);
  await expect(restarted).rejects.toThrow('api-1 was not ready within');
  expect((await client.fetch('/healthz')).status).toBe(200);
  client.close();
});
