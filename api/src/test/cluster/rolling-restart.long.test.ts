import { setTimeout as wait } from 'node:timers/promises';
import { startCounterLoad } from 'testing/counter-load';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient } from 'testing/http-client';
import { startRedisServer } from 'testing/redis-server';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { expect, onTestFinished, test } from 'vitest';
import { assertCleanLedger } from '../clean-ledger.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

const fixture = useDatabaseFixture();
const ROUNDS = 3;

async function start(processes: number): Promise<TestCluster> {
  const redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  onTestFinished(() => redis.stop());
  const cluster = await startTestCluster({
    databaseUrl: fixture.database.appUrl,
    redisUrl: redis.url,
    processes,
  });
  onTestFinished(() => cluster.stop());
  return cluster;
}

test('under 50 requests a second three rolling restarts fail none of them, and replace every process', {
  timeout: 300_000,
}, async () => {
  const cluster = await start(2);
  const client = createHttpClient(cluster.url);
  const merchant = await signUpMerchant(client);
  client.close();
  const before = await cluster.metrics();
  const load = startCounterLoad(cluster.url, merchant, 50);
  for (let round = 0; round < ROUNDS; round += 1) {
    await cluster.restart();
    await wait(1_000);
  }
  const { requests, failures, toldToComeBack } = await load.stop();
  expect(failures).toEqual([]);
  expect(toldToComeBack).toBe(0);
  expect(requests).toBeGreaterThan(ROUNDS * 3 * 50);
  expect(cluster.lines).toHaveLength(ROUNDS * 3);
  const startedAt = /^process_start_time_seconds (\S+)$/m;
  expect(startedAt.exec(await cluster.metrics())?.[1]).not.toBe(startedAt.exec(before)?.[1]);
  await assertCleanLedger(fixture.database.ownerUrl);
});

/** Number of liveness probes that the first process has answered. */
async function probesAnswered(cluster: TestCluster): Promise<number> {
  const count = /^cashback_http_request_seconds_count\{route="\/healthz",status="2xx"\} (\d+)$/m;
  return Number(count.exec(await cluster.metrics())?.[1] ?? 0);
}

test('a new process that does not get ready is asked nothing: the old ones go on, and the restart says so', async () => {
  const cluster = await start(1);
  await fixture.owner.query("COMMENT ON SCHEMA operations IS '20200101000000_long_ago'");
  const before = await probesAnswered(cluster);
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
  expect(await probesAnswered(cluster)).toBe(before + asked);
});
