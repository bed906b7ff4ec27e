import { CONSENT_TEXTS, type ConsentChannel, type ConsentSource } from 'domain/consents';
import { Refusal } from '../errors.ts';
import { inactivityErasesAt } from '../inactivity/show-notice.ts';
import type { Tenancy } from '../tenant.ts';
import { listConsents } from './consents.sql.ts';
import { findCustomerRecord, listMergedRecords } from './customer-record.sql.ts';
import { listExpiringLots, listMaturingLots } from './customers.sql.ts';

/** Most dated credits shown; the ledger has them all. */
const MAX_DATED_LOTS = 12;
/** Most answers on consent shown; two channels rarely have more. */
const MAX_CONSENTS = 50;

/** One customer as employees see them; amounts in centavos, times ISO 8601. */
export interface CustomerDetail {
  id: string;
  /** For a merged record, the number it had. */
  phone: string;
  name: string | null;
  email: string | null;
  /** Another name that the customer gave at the sign-up link; null once an employee has decided. */
  signupName: string | null;
  /** Set if this record was merged: it is history, and the balance is in the other one. */
  mergedInto: { id: string; phone: string } | null;
  /** ISO 8601; set once the customer's data was erased. Contacts are empty then, amounts stay. */
  erasedAt: string | null;
  /** ISO 8601; set while the customer is to be erased for want of movement. */
  inactivityErasesAt: string | null;
  mergedRecords: {
    id: string;
    phone: string;
    movedCents: number;
    reason: string;
    employeeName: string;
    createdAt: string;
  }[];
  availableCents: number;
  maturingCents: number;
  totalCashbackCents: number;
  totalSpentCents: number;
  lastPurchaseAt: string | null;
  createdAt: string;
  timeZone: string;
  /** Credits still to mature, soonest first. */
  maturing: { amountCents: number; availableAt: string }[];
  /**
   * Spendable credits that will expire, soonest first; `expiresAt` is the first moment they no longer count.
   */
  expiring: { amountCents: number; expiresAt: string }[];
  /** Answers on consent, newest first; a channel without one has no consent. */
  consents: {
    id: string;
    channel: ConsentChannel;
    isGiven: boolean;
    /** The sentence that the customer saw, and its version; null where none was shown. */
    text: string | null;
    textVersion: number | null;
    source: ConsentSource;
    /** Null: the customer answered. */
    employeeName: string | null;
    createdAt: string;
  }[];
}

/** Throws Refusal 'customer_not_found'. */
export async function showCustomer(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  customerId: string,
): Promise<CustomerDetail> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const { now } = tx;
    const row = await findCustomerRecord(tx, customerId, now);
    if (!row) throw new Refusal('customer_not_found');
    const merged = await listMergedRecords(tx, customerId);
    const maturing = await listMaturingLots(tx, customerId, now, MAX_DATED_LOTS);
    const expiring = await listExpiringLots(tx, customerId, now, MAX_DATED_LOTS);
    const erasesAt = await inactivityErasesAt(tx, customerId);
    const consents = await listConsents(tx, customerId, MAX_CONSENTS);
    return {
      id: row.id,
      phone: row.phone ?? row.source_phone ?? '',
      name: row.name,
      email: row.email,
      signupName: row.signup_name,
      mergedInto: row.merged_into_id ? { id: row.merged_into_id, phone: row.merged_into_phone ?? '' } : null,
      erasedAt: row.erased_at?.toISOString() ?? null,
      inactivityErasesAt: erasesAt?.toISOString() ?? null,
      mergedRecords: merged.map((record) => ({
        id: record.source_customer_id,
        phone: record.source_phone,
        movedCents: record.moved_cents,
        reason: record.reason,
        employeeName: record.employee_name,
        createdAt: record.created_at.toISOString(),
      })),
      availableCents: row.available_cents,
      maturingCents: row.cashback_balance_cents - row.available_cents,
      totalCashbackCents: row.total_cashback_cents,
      totalSpentCents: row.total_spent_cents,
      lastPurchaseAt: row.last_purchase_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      timeZone: row.time_zone,
      maturing: maturing.map((lot) => ({
        amountCents: lot.remaining_cents,
        availableAt: lot.available_at.toISOString(),
      })),
      expiring: expiring.map((lot) => ({
        amountCents: lot.remaining_cents,
        expiresAt: lot.expires_at.toISOString(),
      })),
      consents: consents.map((row) => ({
        id: row.id,
        channel: row.channel,
        isGiven: row.is_given,
        text: (row.text_version !== null && CONSENT_TEXTS[row.text_version]?.[row.channel]) || null,
        textVersion: row.text_version,
        source: row.source,
        employeeName: row.employee_name,
        createdAt: row.created_at.toISOString(),
      })),
    };
  });
}
