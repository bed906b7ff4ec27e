import { randomUUID } from 'node:crypto';
import { EMPLOYEES, type MatrixRow, type Outcome, SIGN_IN } from '../test/tenant-matrix-row.ts';

/** Browsers of the matrix are no tablets. */
const NO_TABLET: Outcome = [401, 'no_tablet'];

export const TABLETS_MATRIX: Record<string, MatrixRow> = {
  'tablets.list': { asks: 'tablets.write', outcomes: EMPLOYEES, foreign: [] },
  'tablets.register': {
    asks: 'tablets.write',
    input: () => ({ name: 'Tablet da matriz' }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'tablets.revoke': {
    asks: 'tablets.write',
    input: (merchant) => ({ id: merchant.tabletId }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'tablet',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.tabletId }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'tablets.lockScreen': { asks: 'public', outcomes: SIGN_IN, foreign: [] },
  'tablets.unlock': {
    asks: 'public',
    input: (merchant) => ({ employeeId: merchant.staff.operator.employeeId, pin: '4827' }),
    outcomes: {
      ...SIGN_IN,
      roles: NO_TABLET,
      'employee of the other merchant': NO_TABLET,
      anonymous: NO_TABLET,
      'deactivated owner': NO_TABLET,
    },
    foreign: [
      {
        what: 'employee',
        from: 'platform',
        theirs: (_own, other) => ({ employeeId: other.staff.owner.employeeId, pin: '4827' }),
        nobodys: () => ({ employeeId: randomUUID(), pin: '4827' }),
      },
    ],
  },
  'tablets.reportUse': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
};
