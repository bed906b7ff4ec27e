import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { shareTenths } from 'domain/report-formulas';
import { addDays, type Period } from 'domain/report-periods';
import type { Moment } from '../lib/moment.ts';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { getMerchantDay } from './merchant-day.sql.ts';
import {
  getUnconfirmed,
  listUnconfirmedDays,
  listUnconfirmedPurchases,
  type UnconfirmedPurchaseRow,
} from './unconfirmed.sql.ts';

/**
 * Days in which a code can be confirmed, today included: a purchase of one of them can still be confirmed.
 */
const RECENT_DAYS = CASHBACK_TOKEN_TTL_SECONDS / (24 * 60 * 60);
const LATEST = 20;
/**
 * Limit of a day's newest purchases that are searched for unconfirmed ones. A merchant that sells more than
 * this in a day, and where nearly all customers confirm, may miss some in `latest`, never in a number.
 */
const PURCHASES_LOOKED_AT = 2_000;

/** A purchase that its customer can still confirm; amounts net of what was reversed. */
export interface UnconfirmedPurchase {
  transactionId: string;
  /** ISO 8601. */
  createdAt: string;
  customerId: string;
  customerName: string | null;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  /** ISO 8601: until then the code is good. */
  expiresAt: string;
}

/** Cashback that was issued in the period and that no customer has claimed. */
export interface UnconfirmedReport {
  period: Period;
  transactions: number;
  cents: number;
  /** Share of the period's purchases, in tenths of a percent. */
  shareTenths: number;
  /** Sold in the last 30 days, today included: the customer can still confirm. */
  recentTransactions: number;
  recentCents: number;
  /** Sold before: the code no longer counts. */
  lapsedTransactions: number;
  lapsedCents: number;
  /** The newest that can still be confirmed. */
  latest: UnconfirmedPurchase[];
}

export async function summarizeUnconfirmed(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<UnconfirmedReport> {
  return await readRollups(app, merchantId, async (tx) => {
    const now = tx.now;
    const recentFrom = addDays(await getMerchantDay(tx, now), 1 - RECENT_DAYS);
    const row = await getUnconfirmed(tx, period, recentFrom);
    return {
      period,
      transactions: row.unconfirmed_purchases,
      cents: row.unconfirmed_cents,
      shareTenths: shareTenths(row.unconfirmed_purchases, row.purchases),
      recentTransactions: row.recent_purchases,
      recentCents: row.recent_cents,
      lapsedTransactions: row.unconfirmed_purchases - row.recent_purchases,
      lapsedCents: row.unconfirmed_cents - row.recent_cents,
      latest: (await listLatest(tx, period, recentFrom, now)).map(present),
    };
  });
}

/** The rollups say on which days there is something to find; no other day's purchases are looked at. */
async function listLatest(
  tx: TenantTransaction,
  period: Period,
  recentFrom: string,
  now: Moment,
): Promise<UnconfirmedPurchaseRow[]> {
  const latest: UnconfirmedPurchaseRow[] = [];
  const days = await listUnconfirmedDays(tx, period, { recentFrom, limit: LATEST });
  for (const day of days) {
    const limit = Math.min(LATEST - latest.length, day.unconfirmed_purchases);
    latest.push(...(await listUnconfirmedPurchases(tx, day, now, { look: PURCHASES_LOOKED_AT, limit })));
    if (latest.length === LATEST) break;
  }
  return latest;
}

function present(row: UnconfirmedPurchaseRow): UnconfirmedPurchase {
  return {
    transactionId: row.id,
    createdAt: row.created_at.toISOString(),
    customerId: row.customer_id,
    customerName: row.customer_name,
    phone: row.phone,
    amountCents: row.amount_cents,
    cashbackCents: row.cashback_cents,
    expiresAt: row.token_expires_at.toISOString(),
  };
}
