import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { shareTenths } from 'domain/report-formulas';
import { addDays, type Period } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { getMerchantDay } from './merchant-day.sql.ts';
import {
  getUnconfirmed,
  listUnconfirmedDays,
  listUnconfirmedSales,
  type UnconfirmedSaleRow,
} from './unconfirmed.sql.ts';

/** As many days as a code can be scanned, today included: what was sold on one of them can be scanned still. */
const RECENT_DAYS = CASHBACK_TOKEN_TTL_SECONDS / (24 * 60 * 60);
const LATEST = 20;
/**
 * A day's newest sales of which unconfirmed ones are shown. A shop that sells more than this in a day, and where nearly
 * everybody scans, may miss some in `latest`, never in a number.
 */
const SALES_LOOKED_AT = 2_000;

/** A sale that its customer can still scan; amounts net of what was reversed. */
export interface UnconfirmedSale {
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
  /** Of the period's sales, in tenths of a percent. */
  shareTenths: number;
  /** Sold in the last 30 days, today included: the customer can still scan. */
  recentTransactions: number;
  recentCents: number;
  /** Sold before: the code no longer counts. */
  lapsedTransactions: number;
  lapsedCents: number;
  /** The newest that can still be scanned. */
  latest: UnconfirmedSale[];
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

/** The rollups say on which days there is something to find; no other day's sales are looked at. */
async function listLatest(
  tx: TenantTransaction,
  period: Period,
  recentFrom: string,
  now: Date,
): Promise<UnconfirmedSaleRow[]> {
  const latest: UnconfirmedSaleRow[] = [];
  const days = await listUnconfirmedDays(tx, period, { recentFrom, limit: LATEST });
  for (const day of days) {
    const limit = Math.min(LATEST - latest.length, day.unconfirmed_purchases);
    latest.push(...(await listUnconfirmedSales(tx, day, now, { look: SALES_LOOKED_AT, limit })));
    if (latest.length === LATEST) break;
  }
  return latest;
}

function present(row: UnconfirmedSaleRow): UnconfirmedSale {
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
