import { setTimeout as wait } from 'node:timers/promises';
import { startCounterLoad } from 'testing/counter-load';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

const fixture = useDatabaseFixture();
/** Fewer than a process ever takes on at once, however slow the machine: none of them is shed. */
const AT_ONCE = 8;
let redis: RedisServer;
let cluster: TestCluster;

let stop = async () => {};

beforeAll(async () => {
  redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  // The worker beside it is replaced as well; more of them, longer and faster, in
  // rolling-restart.long.test.ts.
  const options = { databaseUrl: fixture.database.appUrl, redisUrl: redis.url, processes: 1 };
  cluster = await startTestCluster({ ...options, extraEnv: { DRAIN_DELAY: '1' } });
  stop = async () => {
    await cluster.stop();
    await redis.stop();
  };
}, 120_000);

// Runs before the database is dropped: vitest calls these hooks in reverse order.
afterAll(() => stop());

test('while every process is replaced, no request of a busy merchant fails', async () => {
  const client = createHttpClient(cluster.url);
  const merchant = await signUpMerchant(client);
  client.close();
  const load = startCounterLoad(cluster.url, merchant, 20, AT_ONCE);
  await wait(500);
  const before = await cluster.metrics();
  await cluster.restart();
  await wait(500);
  const { requests, failures, toldToComeBack } = await load.stop();
  expect(failures).toEqual([]);
  expect(toldToComeBack).toBe(0);
  expect(requests).toBeGreaterThan(40);
  expect(cluster.lines).toEqual(['api-1', 'worker'].map((name) => `${name} was replaced`));
  const startedAt = /^process_start_time_seconds (\S+)$/m;
  expect(startedAt.exec(await cluster.metrics())?.[1]).not.toBe(startedAt.exec(before)?.[1]);
});

/** Number of liveness probes that the first process has answered. */
async function probesAnswered(): Promise<number> {
  const count = /^cashback_http_request_seconds_count\{route="\/healthz",status="2xx"\} (\d+)$/m;
  return Number(count.exec(await cluster.metrics())?.[1] ?? 0);
}

test('a new process that does not get ready is asked nothing: the old ones go on, and the restart says so', async () => {
  await fixture.owner.query("COMMENT ON SCHEMA operations IS '20200101000000_long_ago'");
  const before = await probesAnswered();
  const client = createHttpClient(cluster.url);
  let failure: string | undefined;
  const restarted = cluster.restart(8_000).catch((error: Error) => {
    failure = error.message;
  });
  let asked = 0;
  while (failure === undefined) {
    // A connection each, so that every listening process gets its share of them.
    const probe = await client.fetch('/healthz', { headers: { connection: 'close' } });
    expect(probe.status).toBe(200);
    asked += 1;
    await wait(50);
  }
  await restarted;
  client.close();
  expect(failure).toContain('api-1 was not ready within');
  expect(asked).toBeGreaterThan(10);
  expect(await probesAnswered()).toBe(before + asked);
});
