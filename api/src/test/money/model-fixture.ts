import type pg from 'pg';
import { createCashbackTokens } from '../../cashback/confirm-cashback.ts';
import { createNewPurchases } from '../../cashback/new-purchases.ts';
import type { App } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { createRedemptionTokens } from '../../redemptions/confirm-redemption.ts';
import { createNewRedemptions } from '../../redemptions/new-redemptions.ts';
import { rebuildRollups } from '../../rollups/rebuild-rollups.ts';
import type { StaffSession } from '../../staff-session.ts';
import {
  atClock,
  type Counter,
  createCounter,
  createMovableClock,
  insertMerchant,
  type MovableClock,
  setRules,
} from '../money-app.ts';
import type { ModelRules, MoneyModel, Outcome } from './model.ts';

/**
 * The product, set up as the model is: two merchants, a clock of its own, a database shared with other such
 * fixtures.
 */
export interface ModelFixture {
  clock: MovableClock;
  counters: Counter[];
  staff: StaffSession[];
  app: App;
  owner: pg.Pool;
  /** Link of each purchase and redemption, by id. */
  links: Map<string, string>;
  requestIds: Map<string, string>;
  applyRules(merchant: number, rules: ModelRules): Promise<void>;
}

/** Zones that keep their offset all year. */
export const ZONES: Record<number, string> = {
  [-5]: 'America/Rio_Branco',
  [-3]: 'America/Sao_Paulo',
  [-2]: 'America/Noronha',
  9: 'Asia/Tokyo',
};

export async function openModelFixture(
  shared: App,
  owner: pg.Pool,
  model: MoneyModel,
): Promise<ModelFixture> {
  const clock = createMovableClock(new Date(model.now));
  const { live, rollups, confirmationTraces } = shared;
  const tenancy = atClock(shared.tenancy, clock);
  const dependencies = { tenancy, live, rollups, confirmationTraces };
  const app: App = {
    ...shared,
    tenancy,
    newPurchases: createNewPurchases(dependencies),
    newRedemptions: createNewRedemptions(dependencies),
    cashbackTokens: createCashbackTokens(dependencies),
    redemptionTokens: createRedemptionTokens(dependencies),
  };
  const staff = await Promise.all(model.rules.map(() => insertMerchant(owner)));
  const applyRules = (merchant: number, rules: ModelRules) =>
    setRules(owner, staff[merchant]?.merchantId ?? '', {
      rate_basis_points: rules.rateBasisPoints,
      earning_min_purchase_cents: rules.earningMinPurchaseCents,
      cashback_expires: rules.expirationDays !== undefined,
      cashback_expiration_days: rules.expirationDays ?? 180,
      cashback_available_immediately: rules.maturingDays === 0,
      cashback_maturing_days: rules.maturingDays || 1,
      time_zone: ZONES[rules.offsetHours] ?? '',
    });
  for (const [merchant, rules] of model.rules.entries()) await applyRules(merchant, rules);
  // From here on the rollups are kept by changes, not built at the first read.
  for (const { merchantId } of staff) await rebuildRollups(app, merchantId);
  const counters = staff.map((each) => createCounter(app, each));
  return { clock, counters, staff, app, owner, links: new Map(), requestIds: new Map(), applyRules };
}

/** Returns the answer, or the refusal's code; any other error is thrown on. */
export async function outcomeOf<Answer>(attempt: Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.code };
    throw error;
  }
}

/** The balance of each customer as the counter sees it, in model and product. */
export async function compareBalances(
  model: MoneyModel,
  fixture: ModelFixture,
  people: { merchant: number; phone: string }[],
): Promise<void> {
  for (const { merchant, phone } of people) {
    const customer = model.customer(merchant, phone);
    const shown = await outcomeOf((fixture.counters[merchant] as Counter).balance(phone));
    const available = model.availableCents(merchant, phone);
    const expected = customer
      ? {
          availableCents: available,
          maturingCents: model.balanceCents(merchant, phone) - available,
          totalCashbackCents: customer.creditedCents,
        }
      : { refusal: 'customer_not_found' };
    assertSame(`balance of ${phone} at merchant ${merchant}`, pickKeys(shown, expected), expected);
  }
}

/** Compares everything stored of both merchants with the model, then the ledger with itself. */
export async function compareEverything(model: MoneyModel, fixture: ModelFixture): Promise<void> {
  const merchantIds = fixture.staff.map((each) => each.merchantId);
  for (const [merchant, merchantId] of merchantIds.entries()) {
    assertSame(
      `rows of merchant ${merchant}`,
      await storedRows(fixture, merchantId),
      modelRows(model, merchant),
    );
  }
  await verifyLedger(fixture.app, merchantIds, (difference) => {
    throw new Error(`the ledger does not add up: ${JSON.stringify(difference)}`);
  });
}

async function storedRows({ owner, clock }: ModelFixture, merchantId: string): Promise<object> {
  const read = async (text: string, ...values: unknown[]) =>
    (await owner.query(text, [merchantId, ...values])).rows;
  return {
    customers: await read(
      `SELECT phone, total_spent_cents::float8 AS spent, total_cashback_cents::float8 AS credited,
         extract(epoch FROM last_purchase_at)::float8 * 1000 AS last
       FROM customers WHERE merchant_id = $1 AND merged_into_id IS NULL ORDER BY 1`,
    ),
    // A lot past its expiry is worth nothing, even while no entry has recorded that.
    lots: await read(
      `SELECT id, amount_cents::float8 AS amount, CASE WHEN expires_at <= $2 THEN 0 ELSE remaining_cents END::float8 AS remaining,
         extract(epoch FROM date_trunc('milliseconds', available_at))::float8 * 1000 AS available, extract(epoch FROM expires_at)::float8 * 1000 AS expires
       FROM cashback_lots WHERE merchant_id = $1 ORDER BY 1`,
      clock.now(),
    ),
    purchases: await read(
      `SELECT t.id, c.phone, t.amount_cents::float8 AS amount, t.cashback_cents::float8 AS cashback, t.qr_scanned AS confirmed,
         t.reversed_amount_cents::float8 AS reversed, t.reversed_cashback_cents::float8 AS "reversedCashback"
       FROM transactions t JOIN customers c ON c.merchant_id = t.merchant_id AND c.id = t.customer_id
       WHERE t.merchant_id = $1 ORDER BY 1`,
    ),
    redemptions: await read(
      `SELECT r.id, c.phone, r.amount_cents::float8 AS amount, r.status
       FROM redemptions r JOIN customers c ON c.merchant_id = r.merchant_id AND c.id = r.customer_id
       WHERE r.merchant_id = $1 ORDER BY 1`,
    ),
  };
}

function modelRows(model: MoneyModel, merchant: number): object {
  const byId = <Row extends { id: string }>(rows: Row[]) => rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  const purchases = model.purchases.filter((purchase) => purchase.merchant === merchant);
  const customers = model.customersOf(merchant);
  return {
    customers: customers.map((customer) => ({
      phone: customer.phone,
      spent: customer.spentCents,
      credited: customer.creditedCents,
      last: customer.lastPurchaseAt ?? null,
    })),
    lots: byId(
      customers
        .flatMap((customer) => customer.lots)
        .map((lot) => ({
          id: lot.id,
          amount: lot.amountCents,
          remaining: lot.expiresAt <= model.now ? 0 : lot.remainingCents,
          available: lot.availableAt,
          expires: Number.isFinite(lot.expiresAt) ? lot.expiresAt : null,
        })),
    ),
    purchases: byId(
      purchases.map((purchase) => ({
        id: purchase.id,
        phone: purchase.phone,
        amount: purchase.amountCents,
        cashback: purchase.cashbackCents,
        confirmed: purchase.isConfirmed,
        reversed: purchase.reversedCents,
        reversedCashback: purchase.reversedCashbackCents,
      })),
    ),
    redemptions: byId(
      model.redemptions
        .filter((redemption) => redemption.merchant === merchant)
        .map((redemption) => ({
          id: redemption.id,
          phone: redemption.phone,
          amount: redemption.amountCents,
          status: redemption.isReversed ? 'reversed' : redemption.isCompleted ? 'completed' : 'pending',
        })),
    ),
  };
}

/** Picks the keys of `shown` that `expected` has. */
export function pickKeys(shown: object, expected: object): object {
  return Object.fromEntries(
    Object.keys(expected).map((key) => [key, (shown as Record<string, unknown>)[key]]),
  );
}

export function assertSame(what: string, shown: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(shown), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what}: the product says ${got}, the model ${wanted}`);
}
