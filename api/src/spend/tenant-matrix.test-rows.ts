import { randomUUID } from 'node:crypto';
import { EMPLOYEES, type MatrixRow } from '../test/tenant-matrix-row.ts';

export const SPEND_MATRIX: Record<string, MatrixRow> = {
  'spend.add': {
    asks: 'spend.write',
    input: () => ({ operationId: randomUUID(), amountCents: 1, date: '2026-03-10' }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'request id and all',
        from: 'platform',
        theirs: (_own, other) => other.spend,
        nobodys: (_own, other) => ({ ...other.spend, operationId: randomUUID() }),
      },
    ],
  },
  'spend.list': {
    asks: 'reports.read',
    input: () => ({ from: '2026-01-01', to: '2030-12-31' }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'spend.remove': {
    asks: 'spend.write',
    input: (merchant) => ({ id: merchant.nextSpendId() }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'entry',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.nextSpendId() }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
};
