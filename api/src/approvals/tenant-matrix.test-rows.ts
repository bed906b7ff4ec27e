import { randomUUID } from 'node:crypto';
import { EMPLOYEES, foreignCustomer, type MatrixRow, phone } from '../test/tenant-matrix-row.ts';

const asking = (more: object) => ({ operationId: randomUUID(), amountCents: 60_000, ...more });
const redemptionOf = (customerId: string) => asking({ kind: 'redemption', customerId });

const idRow = (asks: MatrixRow['asks'], more: object = {}): MatrixRow => ({
  asks,
  input: (merchant) => ({ id: merchant.nextApprovalId(), ...more }),
  outcomes: EMPLOYEES,
  foreign: [
    {
      what: 'asking',
      from: 'platform',
      theirs: (_own, other) => ({ id: other.nextApprovalId(), ...more }),
      nobodys: () => ({ id: randomUUID(), ...more }),
    },
  ],
});

/** Of an own asking alone; that of a colleague is answered like none. */
const ownRow = (more: object = {}): MatrixRow => ({
  ...idRow('cashback.issue', more),
  outcomes: {
    ...EMPLOYEES,
    roles: [404, 'approval_not_found'],
    'employee of the other merchant': [404, 'approval_not_found'],
  },
});

export const APPROVALS_MATRIX: Record<string, MatrixRow> = {
  'approvals.ask': {
    asks: 'cashback.issue',
    input: () => asking({ kind: 'purchase', phone: phone() }),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer(redemptionOf)],
  },
  'approvals.watch': ownRow(),
  'approvals.cancel': ownRow(),
  'approvals.approvers': ownRow(),
  'approvals.startPasskey': ownRow(),
  'approvals.approveHere': ownRow({ employeeId: randomUUID(), pin: '4821' }),
  'approvals.list': { asks: 'approvals.give', outcomes: EMPLOYEES, foreign: [] },
  'approvals.count': { asks: 'approvals.give', outcomes: EMPLOYEES, foreign: [] },
  'approvals.watchAll': { asks: 'approvals.give', outcomes: EMPLOYEES, foreign: [] },
  'approvals.approve': idRow('approvals.give'),
  'approvals.refuse': idRow('approvals.give', { reason: 'talk' }),
};
