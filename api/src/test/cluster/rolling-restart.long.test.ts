import { setTimeout as wait } from 'node:timers/promises';
import { startCounterLoad } from 'testing/counter-load';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient } from 'testing/http-client';
import { startRedisServer } from 'testing/redis-server';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { assertCleanLedger } from '../clean-ledger.ts';
import { startTestCluster } from './test-cluster.ts';

const fixture = useDatabaseFixture();
const ROUNDS = 3;

test('under 50 requests a second three rolling restarts fail none of them', {
  timeout: 300_000,
}, async () => {
  const redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const cluster = await startTestCluster({
    databaseUrl: fixture.database.appUrl,
    redisUrl: redis.url,
    processes: 2,
  });
  try {
    const client = createHttpClient(cluster.url);
    const merchant = await signUpMerchant(client);
    client.close();
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
    await assertCleanLedger(fixture.database.ownerUrl);
  } finally {
    await cluster.stop();
    await redis.stop();
  }
});
