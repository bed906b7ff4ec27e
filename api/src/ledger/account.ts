import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  addToLot,
  insertEntry,
  insertSpendableLot,
  listOpenLots,
  type SettledCustomerRow,
  settleCustomer,
  updateCaches,
} from './account.sql.ts';

/** Reason and author of a change: the fields that all entries posted together share. */
export interface Cause {
  kind:
    | 'accrual_reversal'
    | 'redemption_reversal'
    | 'adjustment'
    | 'expiry'
    | 'merge_out'
    | 'merge_in'
    | 'forfeit';
  /** The reversal, adjustment, merge or erasure. One entry for each (kind, source, lot). */
  sourceId: string;
  /** Null if no employee did it: an erasure that the customer or a job asked for. */
  employeeId: string | null;
  reason: string | null;
}

/**
 * One customer's lots and ledger, locked for the length of a transaction and settled up to its moment. Every
 * movement rarer than a confirmation goes through it. Its postings are complete only after `close`.
 */
export interface Account {
  readonly customer: SettledCustomerRow;
  /** The customer's own "now": never before that of an earlier change. */
  readonly at: Moment;
  /** The sum left in open lots, maturing ones included; in centavos. */
  balanceCents(): number;
  /**
   * Takes up to `cents` from the open lots, `firstLotId` before the others, these by nearest expiry, then
   * age, then id. Returns the amount taken, which is less than asked when there is no more: the balance never
   * goes below zero.
   */
  take(cents: number, cause: Cause, firstLotId?: string): Promise<number>;
  /** Takes up to `cents` from one lot. */
  takeFrom(lotId: string, cents: number, cause: Cause): Promise<number>;
  /** Puts `cents` back into a lot of this customer. */
  putBack(lotId: string, cents: number, cause: Cause): Promise<void>;
  /**
   * Opens a lot of its own, under the cause's id: spendable at once, expiring by the merchant's rules of
   * today.
   */
  credit(cents: number, cause: Cause): Promise<void>;
  /** Moves everything that is left, lot by lot, to `target`, which owns the lots from then on. */
  moveTo(target: Account, causes: { out: Cause; in: Cause }): Promise<number>;
  /** Writes the caches: balances from the lots, the totals changed by these amounts. */
  close(change?: { creditedCents?: number; spentCents?: number }): Promise<void>;
}

/** Locks and settles. undefined when the merchant has no such customer. */
export async function openAccount(tx: TenantTransaction, customerId: string): Promise<Account | undefined> {
  const customer = await settleCustomer(tx, customerId);
  return customer && new LockedAccount(tx, customer, await openLotsOf(tx, customerId));
}

/**
 * Finds a purchase or a redemption and opens its customer's account. The row is read again under the lock: a
 * merge may have moved it to another customer, whose account is opened then. undefined when `find` finds no
 * row.
 */
export async function openAccountOf<Row extends { customer_id: string }>(
  tx: TenantTransaction,
  find: () => Promise<Row | undefined>,
): Promise<{ row: Row; account: Account } | undefined> {
  let found = await find();
  while (found) {
    const account = await openAccount(tx, found.customer_id);
    const row = await find();
    if (account && row?.customer_id === account.customer.id) return { row, account };
    found = account && row;
  }
  return undefined;
}

async function openLotsOf(tx: TenantTransaction, customerId: string): Promise<Map<string, number>> {
  const rows = await listOpenLots(tx, customerId);
  return new Map(rows.map((row) => [row.id, row.remaining_cents]));
}

class LockedAccount implements Account {
  private balance = 0;

  constructor(
    private readonly tx: TenantTransaction,
    readonly customer: SettledCustomerRow,
    /** The centavos left in each open lot, in the order of allocation. */
    private readonly remaining: Map<string, number>,
  ) {
    // Not the cached balance: where that is wrong, the entries must not be.
    for (const cents of remaining.values()) this.balance += cents;
  }

  get at(): Moment {
    return this.customer.balance_as_of;
  }

  balanceCents(): number {
    return this.balance;
  }

  async take(cents: number, cause: Cause, firstLotId?: string): Promise<number> {
    let taken = firstLotId === undefined ? 0 : await this.takeFrom(firstLotId, cents, cause);
    for (const lotId of [...this.remaining.keys()]) {
      if (taken === cents) break;
      if (lotId !== firstLotId) taken += await this.takeFrom(lotId, cents - taken, cause);
    }
    return taken;
  }

  async takeFrom(lotId: string, cents: number, cause: Cause): Promise<number> {
    const taken = Math.min(cents, this.remaining.get(lotId) ?? 0);
    if (taken > 0) {
      await addToLot(this.tx, lotId, -taken);
      await this.post(lotId, -taken, cause);
    }
    return taken;
  }

  async putBack(lotId: string, cents: number, cause: Cause): Promise<void> {
    await addToLot(this.tx, lotId, cents);
    await this.post(lotId, cents, cause);
  }

  async credit(cents: number, cause: Cause): Promise<void> {
    const lot = { id: cause.sourceId, customerId: this.customer.id, amountCents: cents, at: this.at };
    await insertSpendableLot(this.tx, lot);
    await this.post(lot.id, cents, cause);
  }

  async moveTo(target: LockedAccount, causes: { out: Cause; in: Cause }): Promise<number> {
    let moved = 0;
    for (const [lotId, cents] of [...this.remaining]) {
      await this.post(lotId, -cents, causes.out);
      await target.post(lotId, cents, causes.in);
      moved += cents;
    }
    return moved;
  }

  async close(change: { creditedCents?: number; spentCents?: number } = {}): Promise<void> {
    const { creditedCents = 0, spentCents = 0 } = change;
    await updateCaches(this.tx, { id: this.customer.id, asOf: this.at, creditedCents, spentCents });
  }

  private async post(lotId: string, cents: number, cause: Cause): Promise<void> {
    this.balance += cents;
    const left = (this.remaining.get(lotId) ?? 0) + cents;
    if (left === 0) this.remaining.delete(lotId);
    else this.remaining.set(lotId, left);
    await insertEntry(this.tx, {
      ...cause,
      customerId: this.customer.id,
      lotId,
      amountCents: cents,
      balanceAfterCents: this.balance,
      createdAt: this.at,
    });
  }
}
