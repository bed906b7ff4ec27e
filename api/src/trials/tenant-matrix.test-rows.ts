import { randomUUID } from 'node:crypto';
import { customerPage, EMPLOYEES, type MatrixRow, nobodysToken, phone } from '../test/tenant-matrix-row.ts';

const trial = (to: string) => ({ phone: to, amountCents: 4_321 });

export const TRIALS_MATRIX: Record<string, MatrixRow> = {
  'trials.issue': {
    asks: 'settings.write',
    input: () => trial(phone()),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'phone',
        from: 'platform',
        theirs: (_own, other) => trial(other.trial.phone),
        nobodys: () => trial(phone()),
      },
    ],
  },
  'trials.show': {
    asks: 'settings.write',
    input: (merchant) => ({ id: merchant.trial.id }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'trial',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.trial.id }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'trials.confirm': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.trial.token }),
    outcomes: customerPage('invalid_token'),
    foreign: [
      {
        what: 'token',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.trial.token }),
        nobodys: () => ({ token: nobodysToken('TRIAL') }),
      },
    ],
  },
};
