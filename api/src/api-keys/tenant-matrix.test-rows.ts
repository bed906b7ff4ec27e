import { randomUUID } from 'node:crypto';
import { EMPLOYEES, type MatrixRow } from '../test/tenant-matrix-row.ts';

const keyFor = (employeeId: string) => ({ name: 'Caixa da matriz', scopes: ['cashback.issue'], employeeId });

export const API_KEYS_MATRIX: Record<string, MatrixRow> = {
  'apiKeys.list': { asks: 'integrations.write', outcomes: EMPLOYEES, foreign: [] },
  'apiKeys.create': {
    asks: 'integrations.write',
    input: () => ({ name: 'Caixa da matriz', scopes: ['cashback.issue', 'customers.read'] }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'employee',
        from: 'platform',
        theirs: (_own, other) => keyFor(other.staff.operator.employeeId),
        nobodys: () => keyFor(randomUUID()),
      },
    ],
  },
  'apiKeys.revoke': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.apiKeyId }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'key',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.apiKeyId }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
};
