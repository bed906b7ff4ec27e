import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { tokenOf } from 'testing/signed-in-merchant';
import { createApp } from '../app.ts';
import { type CashbackConfirmation, confirmCashback } from '../cashback/confirm-cashback.ts';
import { type IssuedCashback, issueCashback } from '../cashback/issue-cashback.ts';
import { type PurchaseReversal, reversePurchase } from '../cashback/reverse-purchase.ts';
import { showPurchaseCode } from '../cashback/show-purchase-code.ts';
import type { App } from '../context.ts';
import { adjustBalance, type BalanceAdjustment } from '../customers/adjust-balance.ts';
import { correctPhone } from '../customers/correct-phone.ts';
import { type FoundCustomer, findCustomer } from '../customers/find-customer.ts';
import { type CustomerMerge, mergeCustomers } from '../customers/merge-customers.ts';
import { type Settled, settleDueCustomers } from '../ledger/settle-due-customers.ts';
import type { Clock } from '../lib/clock.ts';
import { cancelRedemption } from '../redemptions/cancel-redemption.ts';
import { confirmRedemption, type RedemptionConfirmation } from '../redemptions/confirm-redemption.ts';
import { type CreatedRedemption, createRedemption } from '../redemptions/create-redemption.ts';
import { type RedemptionReversal, reverseRedemption } from '../redemptions/reverse-redemption.ts';
import { type ShownRedemptionCode, showRedemptionCode } from '../redemptions/show-redemption-code.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { readTestEnvironment } from './read-test-environment.ts';

/** The money core in this process, on a clock that the test moves. */

export interface MovableClock extends Clock {
  set(moment: string | Date): void;
  advance(milliseconds: number): void;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function createMovableClock(start: string | Date): MovableClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    set: (moment) => {
      now = new Date(moment).getTime();
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

export async function openMoneyApp(
  databaseUrl: string,
  clock?: Clock,
): Promise<{ app: App; close: () => Promise<void> }> {
  const env = readTestEnvironment(databaseUrl);
  if (!clock) return await createApp(env);
  const own = { now: () => (clockOfCaller.getStore() ?? clock).now() };
  const opened = await createApp(env, { clock: own });
  clocks.set(opened.app.tenancy, own);
  return opened;
}

/** The clock that a test gave an application, by the application's tenancy. */
export const clocks = new WeakMap<Tenancy, Clock>();

const clockOfCaller = new AsyncLocalStorage<Clock>();

/** The tenancy of an application that several fixtures share, for one with a clock of its own. */
export function atClock(tenancy: Tenancy, clock: Clock): Tenancy {
  const at = <Call extends (...args: never[]) => unknown>(call: Call) =>
    ((...args: Parameters<Call>) => clockOfCaller.run(clock, () => call(...args))) as Call;
  return {
    withTenant: at(tenancy.withTenant),
    lookup: at(tenancy.lookup),
    withoutTenant: at(tenancy.withoutTenant),
    now: at(tenancy.now),
  };
}

/**
 * The job on a platform where it never stood still: however far the test moved its clock, that time has
 * passed.
 */
export async function settleInTime(
  app: Pick<App, 'tenancy' | 'env'> & { log: Pick<App['log'], 'error'> },
  signal?: AbortSignal,
): Promise<Settled> {
  const { tenancy } = app;
  const withoutTenant: Tenancy['withoutTenant'] = async (statement, values) =>
    statement.name === 'get_settled_until'
      ? ([{ settled_until: await tenancy.now() }] as never)
      : await tenancy.withoutTenant(statement, values);
  return await settleDueCustomers({ ...app, tenancy: { ...tenancy, withoutTenant } }, signal);
}

/** The rules of a merchant, by their columns' names. */
export interface MerchantRules {
  rate_basis_points?: number;
  earning_min_purchase_cents?: number;
  cashback_expires?: boolean;
  cashback_expiration_days?: number;
  cashback_available_immediately?: boolean;
  cashback_maturing_days?: number;
  time_zone?: string;
  redemption_max_share_basis_points?: number | null;
  redemption_min_purchase_cents?: number | null;
  redemption_min_balance_cents?: number | null;
  statement_protected?: boolean;
  inactivity_months?: number;
  redemption_proof?: 'never' | 'above' | 'always';
  redemption_proof_above_cents?: number | null;
}

export async function setRules(owner: pg.Pool, merchantId: string, rules: MerchantRules): Promise<void> {
  const entries = Object.entries(rules);
  if (entries.length === 0) return;
  const assignments = entries.map(([column], index) => `${column} = $${index + 2}`);
  await owner.query(`UPDATE merchants SET ${assignments.join(', ')} WHERE id = $1`, [
    merchantId,
    ...entries.map(([, value]) => value),
  ]);
}

/** A merchant and its owner put straight into the database, without the cost of a password. */
export async function insertMerchant(owner: pg.Pool, rules: MerchantRules = {}): Promise<StaffSession> {
  const [merchantId, employeeId] = [randomUUID(), randomUUID()];
  const [slug, email] = [`loja-${merchantId.slice(0, 13)}`, `${employeeId}@loja.example`];
  await owner.query(
    `WITH merchant AS (
       INSERT INTO merchants (id, name, email, phone, address, program_name, signup_link_slug)
       VALUES ($1, $2, $3, '1132104567', 'Rua A, 1', 'Clube', $2) RETURNING id)
     INSERT INTO employees (merchant_id, id, name, email, role) SELECT id, $4, 'Maria', $3, 'owner' FROM merchant`,
    [merchantId, slug, email, employeeId],
  );
  await setRules(owner, merchantId, rules);
  return {
    id: '',
    merchantId,
    employeeId,
    isProofFresh: true,
    client: {
      user: { id: employeeId, email },
      employee: { id: employeeId, name: 'Maria', email, phone: null, role: 'owner' },
      merchant: {
        id: merchantId,
        name: slug,
        programName: 'Clube',
        rateBasisPoints: 500,
        logoUrl: null,
        brandColor: null,
        signupLinkSlug: slug,
        timeZone: 'America/Sao_Paulo',
        maskContacts: false,
        hideReports: false,
      },
      factorDaysLeft: null,
    },
  };
}

const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

/** Creates the corrections that a manager makes. `customerIdOf` refuses an unknown phone. */
function createCorrections(
  app: App,
  staff: StaffSession,
  customerIdOf: (phone: string) => Promise<string>,
): Pick<Counter, 'reversePurchase' | 'reverseRedemption' | 'adjust' | 'correctPhone' | 'merge'> {
  const reason = REASON;
  return {
    reversePurchase: ({ transactionId }, amountCents, requestId = randomUUID()) =>
      reversePurchase(app, staff, REQUEST, { operationId: requestId, transactionId, amountCents, reason }),
    reverseRedemption: ({ redemptionId }, requestId = randomUUID()) =>
      reverseRedemption(app, staff, REQUEST, { operationId: requestId, redemptionId, reason }),
    async adjust(phone, amountCents, requestId = randomUUID()) {
      const customerId = await customerIdOf(phone);
      return await adjustBalance(app, staff, REQUEST, {
        operationId: requestId,
        customerId,
        amountCents,
        reason,
      });
    },
    async correctPhone(phone, newPhone) {
      const customerId = await customerIdOf(phone);
      return await correctPhone(app, staff, REQUEST, { customerId, phone: newPhone });
    },
    async merge(phone, sourcePhone, requestId = randomUUID()) {
      const customerId = await customerIdOf(phone);
      const sourceCustomerId = await customerIdOf(sourcePhone);
      return await mergeCustomers(app, staff, REQUEST, {
        operationId: requestId,
        customerId,
        sourceCustomerId,
        reason,
      });
    },
  };
}

/** One merchant's counter and its customers, in the words of the product. */
export interface Counter {
  issue(phone: string, amountCents: number, requestId?: string): Promise<IssuedCashback>;
  /** The customer opens a cashback link. */
  open(purchase: { link: string }): Promise<CashbackConfirmation>;
  /** `issue`, then `open`. */
  earn(phone: string, amountCents: number): Promise<IssuedCashback>;
  balance(phone: string): Promise<FoundCustomer>;
  createRedemption(phone: string, amountCents: number, requestId?: string): Promise<CreatedRedemption>;
  /** The customer opens a redemption link. */
  redeem(redemption: { link: string }): Promise<RedemptionConfirmation>;
  /** The codes that wait, once more. */
  showPurchase(purchase: { transactionId: string }): Promise<IssuedCashback>;
  showRedemption(redemption: { redemptionId: string }): Promise<ShownRedemptionCode>;
  cancelRedemption(redemption: { redemptionId: string }): Promise<{ canceledAt: string }>;
  /** `createRedemption`, then `redeem`. */
  spend(phone: string, amountCents: number): Promise<CreatedRedemption>;
  reversePurchase(
    purchase: { transactionId: string },
    amountCents: number,
    requestId?: string,
  ): Promise<PurchaseReversal>;
  reverseRedemption(redemption: { redemptionId: string }, requestId?: string): Promise<RedemptionReversal>;
  adjust(phone: string, amountCents: number, requestId?: string): Promise<BalanceAdjustment>;
  correctPhone(phone: string, newPhone: string): Promise<{ phone: string }>;
  /** The record of `sourcePhone` becomes part of that of `phone`. */
  merge(phone: string, sourcePhone: string, requestId?: string): Promise<CustomerMerge>;
}

const REASON = 'Erro de digitação';

export function createCounter(app: App, staff: StaffSession): Counter {
  const counter: Counter = {
    issue: (phone, amountCents, requestId = randomUUID()) =>
      issueCashback(app, staff, REQUEST, { operationId: requestId, phone, amountCents }),
    open: (purchase) => confirmCashback(app, { token: tokenOf(purchase.link), hostMerchantId: undefined }),
    async earn(phone, amountCents) {
      const purchase = await counter.issue(phone, amountCents);
      await counter.open(purchase);
      return purchase;
    },
    balance: (phone) => findCustomer(app, staff.merchantId, phone),
    async createRedemption(phone, amountCents, requestId = randomUUID()) {
      const { id } = await counter.balance(phone);
      return await createRedemption(app, staff, REQUEST, {
        operationId: requestId,
        customerId: id,
        amountCents,
      });
    },
    redeem: (redemption) =>
      confirmRedemption(app, { token: tokenOf(redemption.link), hostMerchantId: undefined }),
    showPurchase: ({ transactionId }) => showPurchaseCode(app, staff.merchantId, transactionId),
    showRedemption: ({ redemptionId }) => showRedemptionCode(app, staff.merchantId, redemptionId),
    cancelRedemption: ({ redemptionId }) => cancelRedemption(app, staff, REQUEST, redemptionId),
    async spend(phone, amountCents) {
      const redemption = await counter.createRedemption(phone, amountCents);
      await counter.redeem(redemption);
      return redemption;
    },
    ...createCorrections(app, staff, async (phone) => (await counter.balance(phone)).id),
  };
  return counter;
}
