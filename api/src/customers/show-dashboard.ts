import { isPhone, phoneDigits } from 'domain/phone';
import { resolveProgramme } from '../domains/resolve-programme.ts';
import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  findCustomerByPhone,
  getProgramme,
  listExpiringLots,
  listLatestPurchases,
  listLatestRedemptions,
  listMaturingLots,
  listMerchantIdsByPhone,
} from './customers.sql.ts';

/** Histories show the ten most recent entries. */
const HISTORY_LENGTH = 10;
const MAX_PROGRAMMES = 30;
const MAX_DATED_LOTS = 5;

export interface CustomerProgramme {
  merchantName: string;
  programName: string;
  slug: string;
  logoUrl: string | null;
  brandColor: string | null;
  timeZone: string;
  availableCents: number;
  totalCashbackCents: number;
  totalSpentCents: number;
  /** Credits still to mature, soonest first; `availableAt` is ISO 8601. */
  maturing: { amountCents: number; availableAt: string }[];
  /** Spendable credits that will expire, soonest first; `expiresAt` (ISO 8601) is the first moment they no longer count. */
  expiring: { amountCents: number; expiresAt: string }[];
}

export interface CustomerDashboard {
  phone: string;
  programmes: CustomerProgramme[];
  /** Newest first, at most ten. `credited` is false until the customer has scanned the code. */
  purchases: {
    id: string;
    merchantName: string;
    timeZone: string;
    createdAt: string;
    amountCents: number;
    cashbackCents: number;
    rateBasisPoints: number;
    credited: boolean;
  }[];
  redemptions: {
    id: string;
    merchantName: string;
    timeZone: string;
    completedAt: string;
    amountCents: number;
  }[];
}

/**
 * What a person sees of themselves by phone: one programme on a merchant's host or with its slug, else all of them.
 * No name, no e-mail. Throws Refusal 'customer_not_found', the same for every phone that is no customer here.
 */
export async function showDashboard(
  { tenancy, clock }: { tenancy: Tenancy; clock: Clock },
  hostMerchantId: string | undefined,
  input: { phone: string; slug?: string | undefined },
): Promise<CustomerDashboard> {
  const phone = phoneDigits(input.phone);
  if (!isPhone(phone)) throw new Refusal('customer_not_found');
  const merchantIds = await merchantsToShow(tenancy, hostMerchantId, phone, input.slug);
  const now = clock.now();
  const parts: ProgrammePart[] = [];
  for (const merchantId of merchantIds) {
    const part = await tenancy.withTenant(merchantId, (tx) => readProgramme(tx, phone, now));
    if (part) parts.push(part);
  }
  if (parts.length === 0) throw new Refusal('customer_not_found');
  return {
    phone,
    programmes: parts.map((part) => part.programme),
    purchases: newest(
      parts.flatMap((part) => part.purchases),
      (purchase) => purchase.createdAt,
    ),
    redemptions: newest(
      parts.flatMap((part) => part.redemptions),
      (redemption) => redemption.completedAt,
    ),
  };
}

type ProgrammePart = {
  programme: CustomerProgramme;
  purchases: CustomerDashboard['purchases'];
  redemptions: CustomerDashboard['redemptions'];
};

async function merchantsToShow(
  tenancy: Tenancy,
  hostMerchantId: string | undefined,
  phone: string,
  slug: string | undefined,
): Promise<string[]> {
  if (slug !== undefined) {
    const merchantId = await resolveProgramme(tenancy, hostMerchantId, slug);
    return merchantId === undefined ? [] : [merchantId];
  }
  if (hostMerchantId !== undefined) return [hostMerchantId];
  return await listMerchantIdsByPhone(tenancy, phone, MAX_PROGRAMMES);
}

async function readProgramme(
  tx: TenantTransaction,
  phone: string,
  now: Date,
): Promise<ProgrammePart | undefined> {
  const customer = await findCustomerByPhone(tx, phone, now);
  if (!customer) return undefined;
  const merchant = await getProgramme(tx);
  const maturing = await listMaturingLots(tx, customer.id, now, MAX_DATED_LOTS);
  const expiring = await listExpiringLots(tx, customer.id, now, MAX_DATED_LOTS);
  const purchases = await listLatestPurchases(tx, customer.id, HISTORY_LENGTH);
  const redemptions = await listLatestRedemptions(tx, customer.id, HISTORY_LENGTH);
  const shown = { merchantName: merchant.name, timeZone: merchant.time_zone };
  return {
    programme: {
      merchantName: merchant.name,
      programName: merchant.program_name,
      slug: merchant.signup_link_slug,
      logoUrl: merchant.logo_url,
      brandColor: merchant.brand_color,
      timeZone: merchant.time_zone,
      availableCents: customer.available_cents,
      totalCashbackCents: customer.total_cashback_cents,
      totalSpentCents: customer.total_spent_cents,
      maturing: maturing.map((lot) => ({
        amountCents: lot.remaining_cents,
        availableAt: lot.available_at.toISOString(),
      })),
      expiring: expiring.flatMap((lot) =>
        lot.expires_at ? [{ amountCents: lot.remaining_cents, expiresAt: lot.expires_at.toISOString() }] : [],
      ),
    },
    purchases: purchases.map((row) => ({
      ...shown,
      id: row.id,
      createdAt: row.created_at.toISOString(),
      amountCents: row.amount_cents,
      cashbackCents: row.cashback_cents,
      rateBasisPoints: row.rate_basis_points,
      credited: row.qr_scanned,
    })),
    redemptions: redemptions.map((row) => ({
      ...shown,
      id: row.id,
      completedAt: row.completed_at.toISOString(),
      amountCents: row.amount_cents,
    })),
  };
}

function newest<Entry>(entries: Entry[], when: (entry: Entry) => string): Entry[] {
  return entries.sort((a, b) => when(b).localeCompare(when(a))).slice(0, HISTORY_LENGTH);
}
