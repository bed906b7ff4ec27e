import { EMPLOYEES, type MatrixRow } from '../test/tenant-matrix-row.ts';

export const SETUP_MATRIX: Record<string, MatrixRow> = {
  'setup.show': { asks: 'settings.write', outcomes: EMPLOYEES, foreign: [] },
  'setup.mark': {
    asks: 'settings.write',
    input: () => ({ mark: 'poster' }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
};
