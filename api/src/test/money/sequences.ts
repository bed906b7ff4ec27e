import { createTestDatabase } from 'database/test-database';
import fc from 'fast-check';
import pg from 'pg';
import { SEED } from 'testing/seed';
import { expect } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { assertCleanLedger } from '../clean-ledger.ts';
import { openMoneyApp } from '../money-app.ts';
import { commands } from './commands.ts';
import { MoneyModel } from './model.ts';
import { compareEverything, openModelFixture } from './model-fixture.ts';
import { compareRollups } from './stored-rollups.ts';
import { rules } from './time-commands.ts';

/** Sequences that run side by side, each with merchants and a clock of its own. */
const LANES = 8;
/** Sequences are drawn at random, and now and then none of them turns into a rare corner. */
const MORE_ROUNDS = 32;
/** The number of sequences that `CORNERS` counts for; fewer must reach each corner in proportion. */
const COUNTED_SEQUENCES = 500;

/**
 * How often each corner must have been reached in 500 sequences: a model that never reaches a corner proves
 * nothing about it. The numbers are about half of the usual ones, because sequences are drawn again for each
 * run.
 */
const CORNERS: Record<string, { atLeast: number; sql: string }> = {
  ...Object.fromEntries(
    Object.entries({
      accrual: 500,
      redemption: 250,
      expiry: 25,
      accrual_reversal: 100,
      redemption_reversal: 50,
      adjustment: 100,
      merge_in: 10,
    }).map(([kind, atLeast]) => [
      kind,
      { atLeast, sql: `SELECT count(*)::int AS count FROM ledger_entries WHERE kind = '${kind}'` },
    ]),
  ),
  'reversed before the confirmation': corner(25, 'purchase_reversals WHERE NOT was_credited'),
  'reversed twice or more': corner(
    25,
    '(SELECT FROM purchase_reversals GROUP BY merchant_id, transaction_id HAVING count(*) > 1) AS parts',
  ),
  'spent before it was taken back': corner(10, 'purchase_reversals WHERE shortfall_cents > 0'),
  'taken back once the spending was undone': corner(1, 'purchase_reversals WHERE recovered_cents > 0'),
  'expired before it was taken back': corner(
    1,
    'purchase_reversals WHERE was_credited AND forgone_cents > 0',
  ),
  'given back to a lot that had expired': corner(1, 'redemption_reversals WHERE expired_cents > 0'),
};

function corner(atLeast: number, rows: string): { atLeast: number; sql: string } {
  return { atLeast, sql: `SELECT count(*)::int AS count FROM ${rows}` };
}

type Lane = (plan: { seed: number; sequences: number; timeLimitMs: number }) => Promise<void>;

/** One sequence after the other, each with merchants of its own. */
function createLane(app: Parameters<typeof openModelFixture>[0], owner: pg.Pool): Lane {
  const start = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });
  const property = fc.asyncProperty(
    fc.tuple(rules, rules),
    start,
    commands,
    async (merchantRules, now, sequence) => {
      const model = new MoneyModel(structuredClone(merchantRules), now);
      const fixture = await openModelFixture(app, owner, model);
      await fc.asyncModelRun(() => ({ model, real: fixture }), sequence);
      await compareEverything(model, fixture);
      await compareRollups(model, fixture);
    },
  );
  return ({ seed, sequences, timeLimitMs }) =>
    fc.assert(property, {
      seed,
      numRuns: sequences,
      interruptAfterTimeLimit: timeLimitMs,
      markInterruptAsFailure: true,
    });
}

/** The corners that `sequences` and the rounds after them reached too rarely so far, each with how often. */
async function missedCorners(owner: pg.Pool, sequences: number): Promise<string[]> {
  const missed: string[] = [];
  const share = Math.min(1, sequences / COUNTED_SEQUENCES);
  for (const [name, { atLeast: ofAll, sql }] of Object.entries(CORNERS)) {
    const atLeast = Math.ceil(ofAll * share);
    const { rows } = await owner.query<{ count: number }>(sql);
    const count = rows[0]?.count ?? 0;
    if (count < atLeast) missed.push(`${name}: ${count} of ${atLeast}`);
  }
  return missed;
}

/**
 * Runs that many random sequences over real PostgreSQL beside the model, then a quarter as many at a time
 * until every corner was reached. Throws the shortest sequence in which the two differ.
 */
export async function runMoneySequences(options: { sequences: number; timeLimitMs: number }): Promise<void> {
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: LANES });
  const { app, close } = await openMoneyApp(database.appUrl, systemClock);
  try {
    const lane = createLane(app, owner);
    let seed = SEED;
    const run = async (sequences: number) => {
      const each = Math.ceil(sequences / LANES);
      const seeds = Array.from({ length: LANES }, () => seed++);
      const { timeLimitMs } = options;
      await Promise.all(seeds.map((own) => lane({ seed: own, sequences: each, timeLimitMs })));
      return await missedCorners(owner, options.sequences);
    };
    let missed = await run(options.sequences);
    for (let round = 0; missed.length > 0 && round < MORE_ROUNDS; round += 1)
      missed = await run(options.sequences / 4);
    expect(missed).toEqual([]);
    await assertCleanLedger(database.ownerUrl);
  } finally {
    await close();
    await owner.end();
    await database.drop();
  }
}
