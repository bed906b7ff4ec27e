import { isPhone, phoneDigits } from 'domain/phone';
import { resolveProgram } from '../domains/resolve-program.ts';
import type { Environment } from '../env.ts';
import { Refusal } from '../errors.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { listLatestEvents } from './customer-events.sql.ts';
import {
  type CashbackEvent,
  cashbackEvents,
  type RedemptionReversalEvent,
  redemptionReversals,
} from './customer-events.ts';
import {
  findCustomerByPhone,
  getProgram,
  listLatestPurchases,
  listLatestRedemptions,
  listMerchantIdsByPhone,
} from './customers.sql.ts';
import { type CustomerProgram, presentProgram } from './present-program.ts';

/** Histories show the ten most recent entries. */
const HISTORY_LENGTH = 10;
const MAX_PROGRAMS = 30;

export interface CustomerDashboard {
  phone: string;
  programmes: CustomerProgram[];
  /**
   * Purchases as they were made, newest first, at most ten. `credited` is false until the customer has
   * confirmed the code; `reversed` is true if nothing is left of the purchase.
   */
  purchases: {
    id: string;
    merchantName: string;
    timeZone: string;
    createdAt: string;
    amountCents: number;
    cashbackCents: number;
    rateBasisPoints: number;
    credited: boolean;
    reversed: boolean;
  }[];
  /** Other changes of the cashback: the newest ten. */
  cashbackEvents: CashbackEvent[];
  /** Completed redemptions, later undone ones included. */
  redemptions: {
    id: string;
    merchantName: string;
    timeZone: string;
    completedAt: string;
    amountCents: number;
  }[];
  redemptionReversals: RedemptionReversalEvent[];
}

/**
 * The customer's own page, by phone: one program on a merchant's host or with its slug, else all programs. It
 * holds no name and no e-mail. Throws Refusal 'customer_not_found', the same for every phone that is no
 * customer here.
 */
export async function showDashboard(
  { env, tenancy }: { env: Pick<Environment, 'publicOrigin'>; tenancy: Tenancy },
  hostMerchantId: string | undefined,
  input: { phone: string; slug?: string | undefined },
): Promise<CustomerDashboard> {
  const phone = phoneDigits(input.phone);
  if (!isPhone(phone)) throw new Refusal('customer_not_found');
  const merchantIds = await merchantsToShow(tenancy, hostMerchantId, phone, input.slug);
  const parts: ProgramPart[] = [];
  for (const merchantId of merchantIds) {
    const part = await tenancy.withTenant(merchantId, (tx) => readProgram(tx, env, phone));
    if (part) parts.push(part);
  }
  if (parts.length === 0) throw new Refusal('customer_not_found');
  return {
    phone,
    programmes: parts.map((part) => part.program),
    purchases: newest(
      parts.flatMap((part) => part.purchases),
      (purchase) => purchase.createdAt,
    ),
    cashbackEvents: newest(
      parts.flatMap((part) => part.cashbackEvents),
      (event) => event.at,
    ),
    redemptions: newest(
      parts.flatMap((part) => part.redemptions),
      (redemption) => redemption.completedAt,
    ),
    redemptionReversals: newest(
      parts.flatMap((part) => part.redemptionReversals),
      (reversal) => reversal.at,
    ),
  };
}

type ProgramPart = Omit<CustomerDashboard, 'phone' | 'programmes'> & { program: CustomerProgram };

async function merchantsToShow(
  tenancy: Tenancy,
  hostMerchantId: string | undefined,
  phone: string,
  slug: string | undefined,
): Promise<string[]> {
  if (slug !== undefined) {
    const merchantId = await resolveProgram(tenancy, hostMerchantId, slug);
    return merchantId === undefined ? [] : [merchantId];
  }
  if (hostMerchantId !== undefined) return [hostMerchantId];
  return await listMerchantIdsByPhone(tenancy, phone, MAX_PROGRAMS);
}

async function readProgram(
  tx: TenantTransaction,
  env: Pick<Environment, 'publicOrigin'>,
  phone: string,
): Promise<ProgramPart | undefined> {
  const customer = await findCustomerByPhone(tx, phone, tx.now);
  if (!customer) return undefined;
  const merchant = await getProgram(tx);
  const purchases = await listLatestPurchases(tx, customer.id, HISTORY_LENGTH);
  const redemptions = await listLatestRedemptions(tx, customer.id, HISTORY_LENGTH);
  const events = await listLatestEvents(tx, customer.id, tx.now, HISTORY_LENGTH);
  const shown = { merchantName: merchant.name, timeZone: merchant.time_zone };
  const slug = merchant.signup_link_slug;
  return {
    program: await presentProgram(tx, env, customer, merchant, tx.now),
    purchases: purchases.map((row) => ({
      ...shown,
      id: row.id,
      createdAt: row.created_at.toISOString(),
      amountCents: row.amount_cents,
      cashbackCents: row.cashback_cents,
      rateBasisPoints: row.rate_basis_points,
      credited: row.qr_scanned,
      reversed: row.status === 'reversed',
    })),
    cashbackEvents: cashbackEvents(events, { ...shown, slug }),
    redemptions: redemptions.map((row) => ({
      ...shown,
      id: row.id,
      completedAt: row.completed_at.toISOString(),
      amountCents: row.amount_cents,
    })),
    redemptionReversals: redemptionReversals(events, { ...shown, slug }),
  };
}

function newest<Entry>(entries: Entry[], when: (entry: Entry) => string): Entry[] {
  return entries.sort((a, b) => when(b).localeCompare(when(a))).slice(0, HISTORY_LENGTH);
}
