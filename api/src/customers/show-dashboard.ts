import { spellingsOf } from 'domain/doubt-phone';
import { maskEmail } from 'domain/mask-contacts';
import { readPhone } from 'domain/read-phone';
import { resolveProgram } from '../domains/resolve-program.ts';
import type { Environment } from '../env.ts';
import { Refusal } from '../errors.ts';
import { type InactivityNotice, showNotice } from '../inactivity/show-notice.ts';
import type { CustomerDevice } from '../proof/customer-device.ts';
import { findKnownCustomer, type KnownCustomer } from '../proof/customer-proofs.ts';
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
  /** Where one program is asked for by a browser that is known as the customer's. */
  known: KnownDevice | null;
  /** The same. */
  inactivityNotice: InactivityNotice | null;
}

/** What a known browser may do for its customer. */
export interface KnownDevice {
  hasPin: boolean;
  /** It may choose a PIN and confirm an e-mail. */
  isLasting: boolean;
  /** The e-mail on record, masked, and whether codes to it prove the customer. */
  email: { masked: string; isProof: boolean } | null;
}

/** Where the page is asked for, and by which browser. */
interface Visit {
  hostMerchantId: string | undefined;
  devices: readonly CustomerDevice[];
}

/**
 * The customer's own page, by phone: one program on a merchant's host or with its slug, else all programs. It
 * holds no name and no whole e-mail. Throws Refusal 'customer_not_found', the same for every phone that is no
 * customer here, and 'proof_required' where the statement is protected, the same for every phone that this
 * browser is not known as. Among all programs a protected one is left out instead.
 */
export async function showDashboard(
  { env, tenancy }: { env: Pick<Environment, 'publicOrigin' | 'tokenSecrets'>; tenancy: Tenancy },
  visit: Visit,
  input: { phone: string; slug?: string | undefined },
): Promise<CustomerDashboard> {
  const phone = readPhone(input.phone).digits;
  if (phone === undefined) throw new Refusal('customer_not_found');
  const { merchantIds, isOne } = await merchantsToShow(tenancy, visit, phone, input.slug);
  const parts: ProgramPart[] = [];
  for (const merchantId of merchantIds) {
    const deviceIds = visit.devices.filter((device) => device.merchantId === merchantId).map(({ id }) => id);
    const part = await tenancy.withTenant(merchantId, (tx) =>
      readProgram(tx, env, { phone, deviceIds, isOne }),
    );
    if (part === 'unproved' && isOne) throw new Refusal('proof_required');
    if (part && part !== 'unproved') parts.push(part);
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
    known: isOne ? (parts[0]?.known ?? null) : null,
    inactivityNotice: parts[0]?.inactivityNotice ?? null,
  };
}

type ProgramPart = Omit<CustomerDashboard, 'phone' | 'programmes'> & { program: CustomerProgram };

async function merchantsToShow(
  tenancy: Tenancy,
  { hostMerchantId, devices }: Visit,
  phone: string,
  slug: string | undefined,
): Promise<{ merchantIds: string[]; isOne: boolean }> {
  if (slug !== undefined) {
    const merchantId = await resolveProgram(tenancy, hostMerchantId, slug);
    return { merchantIds: merchantId === undefined ? [] : [merchantId], isOne: true };
  }
  if (hostMerchantId !== undefined) return { merchantIds: [hostMerchantId], isOne: true };
  const open = await Promise.all(
    spellingsOf(phone).map((each) => listMerchantIdsByPhone(tenancy, each, MAX_PROGRAMS)),
  );
  // The look-up leaves out protected ones; those that know this browser may show themselves.
  const merchantIds = [
    ...new Set([...open.flat().slice(0, MAX_PROGRAMS), ...devices.map(({ merchantId }) => merchantId)]),
  ];
  return { merchantIds, isOne: false };
}

async function readProgram(
  tx: TenantTransaction,
  env: Pick<Environment, 'publicOrigin' | 'tokenSecrets'>,
  { phone, deviceIds, isOne }: { phone: string; deviceIds: readonly string[]; isOne: boolean },
): Promise<ProgramPart | 'unproved' | undefined> {
  const merchant = await getProgram(tx);
  const proved =
    merchant.asks_for_proof || deviceIds.length > 0
      ? await findKnownCustomer(tx, phone, deviceIds)
      : undefined;
  if (merchant.statement_protected && !proved) return 'unproved';
  // The proved record, whatever records have been made since.
  const customer = await findCustomerByPhone(tx, proved?.phone ?? phone, tx.now);
  if (!customer || !merchant.is_active) return undefined;
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
    known: proved ? knownDevice(proved) : null,
    // Only one program's page shows it.
    inactivityNotice: proved && isOne ? await showNotice(tx, env, customer.id) : null,
  };
}

function knownDevice({ hasPin, isLasting, email, isEmailProof }: KnownCustomer): KnownDevice {
  return {
    hasPin,
    isLasting,
    email: email === null ? null : { masked: maskEmail(email), isProof: isEmailProof },
  };
}

function newest<Entry>(entries: Entry[], when: (entry: Entry) => string): Entry[] {
  return entries.sort((a, b) => when(b).localeCompare(when(a))).slice(0, HISTORY_LENGTH);
}
