import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { type CustomerDashboard, showDashboard } from '../customers/show-dashboard.ts';
import { assertCleanLedger } from './clean-ledger.ts';
import { type DatabaseScene, useDatabaseScene } from './database-scene.ts';
import {
  createMovableClock,
  createTill,
  insertShop,
  type MerchantRules,
  openMoneyApp,
  setRules,
  type Till,
} from './money-app.ts';
import { freshPhone } from './signed-in-merchant.ts';

/** One fresh shop and customer a test, on a clock that the test moves; after each the ledger must hold. */
export interface MoneyScene extends DatabaseScene {
  readonly app: App;
  readonly staff: StaffSession;
  readonly till: Till;
  readonly phone: string;
  /** From here on, for the test's own shop. */
  setRules(rules: MerchantRules): Promise<void>;
  /** What the test's own customer sees of its shop. */
  showDashboard(): Promise<CustomerDashboard>;
  /** What each entry of this source did to each lot, in the order they were posted. */
  entriesOf(sourceId: string): Promise<{ kind: string; lot: string; cents: number }[]>;
  /** As the customer's record says. */
  record(phone: string): Promise<Record<string, unknown>>;
}

/** When each test begins: nine in the morning in São Paulo. */
export const START = '2026-03-10T12:00:00.000Z';

export const clock = createMovableClock(START);

/** To be called at the top of a test file. The fields are there once a test runs. */
export function useMoneyScene(): MoneyScene {
  const scene = useDatabaseScene() as { -readonly [Key in keyof MoneyScene]: MoneyScene[Key] };
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ app: scene.app, close } = await openMoneyApp(scene.database.appUrl, clock));
  });
  beforeEach(async () => {
    clock.set(START);
    scene.staff = await insertShop(scene.owner);
    scene.till = createTill(scene.app, scene.staff);
    scene.phone = freshPhone();
    return () => assertCleanLedger(scene.database.ownerUrl);
  });
  // Runs before the database's own: vitest goes through these backwards.
  afterAll(() => close?.());
  scene.setRules = (rules) => setRules(scene.owner, scene.staff.merchantId, rules);
  scene.showDashboard = () => {
    const { phone, staff } = scene;
    return showDashboard(scene.app, undefined, { phone, slug: staff.client.merchant.signupLinkSlug });
  };
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
