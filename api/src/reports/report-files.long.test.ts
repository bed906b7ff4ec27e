import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import type { MeasuredExport, MeasuredMemory } from '../test/export-memory.ts';
import { insertManyPurchases } from '../test/many-purchases.ts';
import { createCounter, insertMerchant, openMoneyApp } from '../test/money-app.ts';

const ROWS = 1_000_000;
/**
 * Less than half of what the two thirds between them weigh as the smaller of the files, and nothing beside
 * their rows.
 */
const MORE_BYTES = 16_000_000;
const PROGRAM = fileURLToPath(new URL('../test/export-memory.ts', import.meta.url));

const fixture = useDatabaseFixture();
let staff: StaffSession;
let close: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const opened = await openMoneyApp(fixture.database.appUrl);
  close = opened.close;
  staff = await insertMerchant(fixture.owner);
  await createCounter(opened.app, staff).issue(freshPhone(), 100);
  await insertManyPurchases(fixture.owner, staff, ROWS);
  await fixture.owner.query('VACUUM ANALYZE transactions');
}, 900_000);
afterAll(() => close?.());

async function measure(order: Pick<MeasuredExport, 'period' | 'format'>): Promise<MeasuredMemory> {
  const child = fork(PROGRAM, { execArgv: ['--expose-gc', '--import', 'tsx'] });
  const answered = once(child, 'message');
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  child.send({ databaseUrl: fixture.database.appUrl, staff, ...order } satisfies MeasuredExport);
  const [seen] = (await Promise.race([answered, ended])) as [MeasuredMemory];
  return seen;
}

test.each(['csv', 'xlsx'] as const)(
  'a million rows as %s need no more memory than a third of them',
  async (format) => {
    // The first day has some 308,000 of them.
    const third = await measure({ period: { from: '2026-03-01', to: '2026-03-01' }, format });
    const whole = await measure({ period: { from: '2026-03-01', to: '2026-03-31' }, format });
    if (format === 'csv') expect([whole.lines, third.lines]).toEqual([ROWS + 1, 308_600]);
    expect(whole.bytes).toBeGreaterThan(3 * third.bytes);
    expect(whole.peakBytes).toBeLessThan(third.peakBytes + MORE_BYTES);
  },
  1_200_000,
);
