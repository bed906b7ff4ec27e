import { randomUUID } from 'node:crypto';
import {
  correction,
  customerPage,
  EMPLOYEES,
  foreignCustomer,
  type MatrixRow,
  nobodysToken,
} from '../test/tenant-matrix-row.ts';

export const REDEMPTIONS_MATRIX: Record<string, MatrixRow> = {
  'redemptions.latest': {
    asks: 'redemption.create',
    input: () => ({}),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'redemptions.reverse': {
    asks: 'operations.reverse_own',
    input: (merchant) => correction({ redemptionId: merchant.nextCompletedRedemptionId() }),
    provedInput: (merchant) => correction({ redemptionId: merchant.large.redemptionId }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'redemption',
        from: 'platform',
        theirs: (_own, other) => correction({ redemptionId: other.redemption.id }),
        nobodys: () => correction({ redemptionId: randomUUID() }),
      },
    ],
  },
  'redemptions.create': {
    asks: 'redemption.create',
    input: (merchant) => ({ operationId: randomUUID(), customerId: merchant.customer.id, amountCents: 1 }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'customer',
        from: 'platform',
        theirs: (_own, other) => ({
          operationId: randomUUID(),
          customerId: other.customer.id,
          amountCents: 1,
        }),
        nobodys: () => ({ operationId: randomUUID(), customerId: randomUUID(), amountCents: 1 }),
      },
      {
        what: 'request id and all',
        from: 'platform',
        theirs: (_own, other) => ({
          operationId: other.redemption.requestId,
          customerId: other.customer.id,
          amountCents: 777,
        }),
        nobodys: () => ({ operationId: randomUUID(), customerId: randomUUID(), amountCents: 777 }),
      },
    ],
  },
  'redemptions.showCode': {
    asks: 'redemption.create',
    input: (merchant) => ({ id: merchant.waiting.redemptionId }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'redemption',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.waiting.redemptionId }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'redemptions.cancel': {
    asks: 'redemption.create',
    input: (merchant) => ({ id: merchant.cancelableRedemptionId }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'redemption',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.waiting.redemptionId }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'redemptions.watch': {
    asks: 'redemption.create',
    input: (merchant) => ({ id: merchant.redemption.id }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'redemption',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.redemption.id }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'redemptions.confirm': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.redemption.token }),
    outcomes: customerPage('invalid_token'),
    foreign: [
      {
        what: 'token',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.redemption.token }),
        nobodys: () => ({ token: nobodysToken('REDEMPTION') }),
      },
    ],
  },
};
