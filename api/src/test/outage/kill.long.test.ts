import { createTestDatabase } from 'database/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { assertCleanLedger } from '../clean-ledger.ts';
import { startKilledApi } from './kill.ts';

const TIMES = 200;

test(`an API killed under load ${TIMES} times is ready again within 5 s, and loses and doubles nothing`, {
  timeout: 3_600_000,
}, async () => {
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  const api = await startKilledApi(database, owner);
  try {
    // Every other time another process takes calls too.
    for (let round = 0; round < TIMES; round += 1) await api.killOnce({ survivor: round % 2 === 1 });
    await assertCleanLedger(database.ownerUrl);
    const slowest = Math.max(...api.readyTimesMs);
    console.info(
      `${TIMES} kills, ${api.acknowledged()} calls acknowledged, ${api.cutOff()} cut off; ready again after at most ${slowest.toFixed(0)} ms`,
    );
    // Kills that cut nothing off would prove nothing.
    expect(api.cutOff()).toBeGreaterThan(TIMES);
  } finally {
    await api.close();
    await owner.end();
    await database.drop();
  }
});
