import { randomUUID } from 'node:crypto';
import { type MatrixRow, STAFF } from '../test/tenant-matrix-row.ts';

const keyFor = (employeeId: string) => ({ name: 'Caixa da matriz', scopes: ['cashback.issue'], employeeId });

export const API_KEYS_MATRIX: Record<string, MatrixRow> = {
  'apiKeys.list': { asks: 'integrations.write', outcomes: STAFF, foreign: [] },
  'apiKeys.create': {
    asks: 'integrations.write',
    input: () => ({ name: 'Caixa da matriz', scopes: ['cashback.issue', 'customers.read'] }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'person',
        from: 'platform',
        theirs: (_own, other) => keyFor(other.staff.operator.employeeId),
        nobodys: () => keyFor(randomUUID()),
      },
    ],
  },
  'apiKeys.revoke': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.apiKeyId }),
    outcomes: STAFF,
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
