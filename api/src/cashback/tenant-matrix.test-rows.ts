import { randomUUID } from 'node:crypto';
import {
  correction,
  customerPage,
  EMPLOYEES,
  foreignCustomer,
  issue,
  type MatrixRow,
  nobodysToken,
  phone,
} from '../test/tenant-matrix-row.ts';

export const CASHBACK_MATRIX: Record<string, MatrixRow> = {
  'cashback.issue': {
    asks: 'cashback.issue',
    input: (merchant) => issue(merchant.customer.phone),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'phone',
        from: 'platform',
        theirs: (_own, other) => issue(other.nextCustomerPhone()),
        nobodys: () => issue(phone()),
      },
      {
        what: 'request id and all',
        from: 'platform',
        theirs: (_own, other) => issue(other.purchase.phone, other.purchase.requestId),
        nobodys: () => issue(phone()),
      },
    ],
  },
  'cashback.showCode': {
    asks: 'cashback.issue',
    input: (merchant) => ({ id: merchant.waiting.purchaseId }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'purchase',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.waiting.purchaseId }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'cashback.watch': {
    asks: 'cashback.issue',
    input: (merchant) => ({ id: merchant.purchase.id }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'purchase',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.purchase.id }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'cashback.confirm': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.purchase.token }),
    outcomes: customerPage('invalid_token'),
    foreign: [
      {
        what: 'token',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.purchase.token }),
        nobodys: () => ({ token: nobodysToken('CASHBACK') }),
      },
      {
        what: "redemption's token",
        from: 'platform',
        theirs: (_own, other) => ({ token: other.redemption.token.replace('REDEMPTION', 'CASHBACK') }),
        nobodys: () => ({ token: nobodysToken('CASHBACK') }),
      },
    ],
  },
  'cashback.latest': {
    asks: 'cashback.issue',
    input: () => ({}),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'cashback.reverse': {
    asks: 'operations.reverse_own',
    input: (merchant) => correction({ transactionId: merchant.purchase.id, amountCents: 1 }),
    provedInput: (merchant) =>
      correction({ transactionId: merchant.large.purchaseId, amountCents: 10_000_000 }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'purchase',
        from: 'platform',
        theirs: (_own, other) => correction({ transactionId: other.purchase.id, amountCents: 1 }),
        nobodys: () => correction({ transactionId: randomUUID(), amountCents: 1 }),
      },
    ],
  },
};
