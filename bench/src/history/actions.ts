import { randomUUID } from 'node:crypto';
import { newId } from '../../../api/src/lib/id.ts';
import { createQrTokens, sha256, type TokenKind } from '../../../api/src/lib/tokens.ts';
import { idOf } from '../population.ts';
import type { Call } from './load-process.ts';
import type { Merchant } from './merchant.ts';
import { phoneOf, RATE_BASIS_POINTS, REDEEMED_CENTS } from './past.ts';

export const ACTIONS = ['confirm', 'redeem', 'issue'] as const;
export type ActionName = (typeof ACTIONS)[number];

/** The customers who call: numbers `first` to `first + count - 1`. */
export interface Customers {
  first: number;
  count: number;
}

interface Action {
  procedure: string;
  isStaffs: boolean;
  /** Prepares the rows for the calls and returns the calls; no two share anything. */
  prepare(merchant: Merchant, customers: Customers, count: number): Promise<Call[]>;
}

/** Prime to any number of customers used here: neighboring calls concern rows that lie apart. */
const SCATTER = 7_919;
/** More than one minute's calls from one address would be refused. */
const ADDRESSES = 20_000;
const ROWS_PER_INSERT = 5_000;

const INSERT_PURCHASES = `
  INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
    token_hash, token_expires_at, created_at)
  SELECT $1, id, customer_id, $2, amount_cents, (amount_cents * ${RATE_BASIS_POINTS} + 5000) / 10000, ${RATE_BASIS_POINTS},
    token_hash, now() + interval '1 day', now()
  FROM unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::bigint[]) AS u (id, customer_id, token_hash, amount_cents)`;

const INSERT_REDEMPTIONS = `
  INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at, created_at)
  SELECT $1, id, customer_id, $2, amount_cents, token_hash, now() + interval '1 day', now()
  FROM unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::bigint[]) AS u (id, customer_id, token_hash, amount_cents)`;

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const customerOf = ({ first, count }: Customers, call: number) => first + ((call * SCATTER) % count);
const amountOf = (call: number) => 5_000 + (call % 20_000);

/** Inserts rows with fresh tokens and answers the calls that confirm them. */
async function layTokens(
  merchant: Merchant,
  customers: Customers,
  count: number,
  row: { statement: string; kind: TokenKind; amountOf: (call: number) => number },
): Promise<Call[]> {
  const { tokenFor } = createQrTokens([merchant.database.tokenSecret]);
  const calls: Call[] = [];
  for (let first = 0; first < count; first += ROWS_PER_INSERT) {
    const numbers = upTo(Math.min(ROWS_PER_INSERT, count - first)).map((offset) => first + offset);
    const ids = numbers.map(() => newId());
    const tokens = ids.map((id) => tokenFor(row.kind, merchant.merchantId, id));
    await merchant.owner.query(row.statement, [
      merchant.merchantId,
      merchant.employeeId,
      ids,
      numbers.map((call) => idOf('customer', customerOf(customers, call))),
      tokens.map(sha256),
      numbers.map(row.amountOf),
    ]);
    for (const [index, token] of tokens.entries())
      calls.push({ address: (first + index) % ADDRESSES, input: { token } });
  }
  return calls;
}

export const actions: Record<ActionName, Action> = {
  confirm: {
    procedure: 'cashback.confirm',
    isStaffs: false,
    prepare: (merchant, customers, count) =>
      layTokens(merchant, customers, count, { statement: INSERT_PURCHASES, kind: 'CASHBACK', amountOf }),
  },
  redeem: {
    procedure: 'redemptions.confirm',
    isStaffs: false,
    prepare: (merchant, customers, count) =>
      layTokens(merchant, customers, count, {
        statement: INSERT_REDEMPTIONS,
        kind: 'REDEMPTION',
        amountOf: () => REDEEMED_CENTS,
      }),
  },
  issue: {
    procedure: 'cashback.issue',
    isStaffs: true,
    prepare: async (_merchant, customers, count) =>
      upTo(count).map((call) => ({
        address: 0,
        input: {
          operationId: randomUUID(),
          phone: phoneOf(customerOf(customers, call)),
          amountCents: amountOf(call),
        },
      })),
  },
};
