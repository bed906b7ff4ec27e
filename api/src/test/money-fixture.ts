import { type DatabaseFixture, useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { App } from '../context.ts';
import { type CustomerDashboard, showDashboard } from '../customers/show-dashboard.ts';
import type { StaffSession } from '../staff-session.ts';
import { assertCleanLedger } from './clean-ledger.ts';
import {
  type Counter,
  createCounter,
  createMovableClock,
  insertMerchant,
  type MerchantRules,
  openMoneyApp,
  setRules,
} from './money-app.ts';

/**
 * One fresh merchant and customer a test, on a clock that the test moves; after each the ledger must hold.
 */
export interface MoneyFixture extends DatabaseFixture {
  readonly app: App;
  readonly staff: StaffSession;
  readonly counter: Counter;
  readonly phone: string;
  /** Sets the rules of the test's own merchant, for what follows. */
  setRules(rules: MerchantRules): Promise<void>;
  /** The dashboard that the test's own customer sees of its merchant. */
  showDashboard(): Promise<CustomerDashboard>;
  /** The change that each entry of this source made to each lot, in the order they were posted. */
  entriesOf(sourceId: string): Promise<{ kind: string; lot: string; cents: number }[]>;
  /** The customer's record as it is stored. */
  record(phone: string): Promise<Record<string, unknown>>;
}

/** When each test begins: nine in the morning in São Paulo. */
export const START = '2026-03-10T12:00:00.000Z';

export const clock = createMovableClock(START);

/** Sets up merchants and money for a test file; call it at the top. Its fields exist once a test runs. */
export function useMoneyFixture(): MoneyFixture {
  const fixture = useDatabaseFixture() as { -readonly [Key in keyof MoneyFixture]: MoneyFixture[Key] };
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ app: fixture.app, close } = await openMoneyApp(fixture.database.appUrl, clock));
  });
  beforeEach(async () => {
    clock.set(START);
    fixture.staff = await insertMerchant(fixture.owner);
    fixture.counter = createCounter(fixture.app, fixture.staff);
    fixture.phone = freshPhone();
    return () => assertCleanLedger(fixture.database.ownerUrl);
  });
  // Runs before the database's own: vitest goes through these backwards.
  afterAll(() => close?.());
  fixture.setRules = (rules) => setRules(fixture.owner, fixture.staff.merchantId, rules);
  fixture.showDashboard = () => {
    const { phone, staff } = fixture;
    return showDashboard(
      fixture.app,
      { hostMerchantId: undefined, devices: [] },
      { phone, slug: staff.client.merchant.signupLinkSlug },
    );
  };
  fixture.entriesOf = async (sourceId) => {
    const { rows } = await fixture.owner.query(
      `SELECT kind, lot_id AS lot, amount_cents::int AS cents FROM ledger_entries
       WHERE merchant_id = $1 AND source_id = $2 ORDER BY id`,
      [fixture.staff.merchantId, sourceId],
    );
    return rows;
  };
  fixture.record = async (phone) => {
    const { rows } = await fixture.owner.query(
      `SELECT total_spent_cents::int AS spent, total_cashback_cents::int AS cashback,
         cashback_balance_cents::int AS balance, last_purchase_at AS last
       FROM customers WHERE merchant_id = $1 AND phone = $2`,
      [fixture.staff.merchantId, phone],
    );
    return rows[0];
  };
  return fixture;
}
