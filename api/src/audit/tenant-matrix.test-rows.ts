import { randomUUID } from 'node:crypto';
import { EMPLOYEES, type MatrixRow } from '../test/tenant-matrix-row.ts';

/**
 * A filter without matches is not recorded: the log is searched for ids that no longer exist, or never did.
 */
export const AUDIT_MATRIX: Record<string, MatrixRow> = {
  'audit.list': {
    asks: 'audit.read',
    input: () => ({}),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'person',
        from: 'platform',
        theirs: (_own, other) => ({ person: other.staff.operator.employeeId }),
        nobodys: () => ({ person: randomUUID() }),
      },
      {
        what: 'customer',
        from: 'platform',
        theirs: (_own, other) => ({ about: other.customer.id }),
        nobodys: () => ({ about: randomUUID() }),
      },
      {
        what: 'purchase',
        from: 'platform',
        theirs: (_own, other) => ({ about: other.purchase.id }),
        nobodys: () => ({ about: randomUUID() }),
      },
    ],
  },
  'audit.people': { asks: 'audit.read', outcomes: EMPLOYEES, foreign: [] },
};
