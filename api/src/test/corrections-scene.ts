import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase } from '../../../scripts/lib/test-database.ts';
import type { TestDatabase } from '../../../scripts/lib/test-server.ts';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { assertCleanLedger } from './clean-ledger.ts';
import { createMovableClock, createTill, insertShop, openMoneyApp, type Till } from './money-app.ts';
import { freshPhone } from './signed-in-merchant.ts';

/** One fresh shop and customer a test, on a clock that the test moves; after each the ledger must hold. */
export interface CorrectionsScene {
  readonly owner: pg.Pool;
  readonly app: App;
  readonly staff: StaffSession;
  readonly till: Till;
  readonly phone: string;
  /** What each entry of this source did to each lot, in the order they were posted. */
  entriesOf(sourceId: string): Promise<{ kind: string; lot: string; cents: number }[]>;
  /** As the customer's record says. */
  record(phone: string): Promise<Record<string, unknown>>;
}

export const clock = createMovableClock('2026-03-10T12:00:00Z');

/** To be called at the top of a test file. The fields are there once a test runs. */
export function useCorrectionsScene(): CorrectionsScene {
  let database: TestDatabase;
  let close: () => Promise<void>;
  const scene = {} as { -readonly [Key in keyof CorrectionsScene]: CorrectionsScene[Key] };
  beforeAll(async () => {
    database = await createTestDatabase();
    scene.owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
    ({ app: scene.app, close } = await openMoneyApp(database.appUrl, clock));
  });
  beforeEach(async () => {
    clock.set('2026-03-10T12:00:00Z');
    scene.staff = await insertShop(scene.owner);
    scene.till = createTill(scene.app, scene.staff);
    scene.phone = freshPhone();
    return () => assertCleanLedger(database.ownerUrl);
  });
  afterAll(async () => {
    await close();
    await scene.owner.end();
    await database.drop();
  });
  scene.entriesOf = async (sourceId) => {
    const { rows } = await scene.owner.query(
      `SELECT kind, lot_id AS lot, amount_cents::int AS cents FROM ledger_entries
       WHERE merchant_id = $1 AND source_id = $2 ORDER BY id`,
      [scene.staff.merchantId, sourceId],
    );
    return rows;
  };
  scene.record = async (phone) => {
    const { rows } = await scene.owner.query(
      `SELECT total_spent_cents::int AS spent, total_cashback_cents::int AS cashback,
         cashback_balance_cents::int AS balance, last_purchase_at AS last
       FROM customers WHERE merchant_id = $1 AND phone = $2`,
      [scene.staff.merchantId, phone],
    );
    return rows[0];
  };
  return scene;
}
