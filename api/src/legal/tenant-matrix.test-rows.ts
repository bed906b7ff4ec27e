import { EMPLOYEES, type MatrixRow, SIGN_IN } from '../test/tenant-matrix-row.ts';
import { presentTexts } from './platform-document.ts';

export const LEGAL_MATRIX: Record<string, MatrixRow> = {
  'legal.texts': { asks: 'public', outcomes: SIGN_IN, foreign: [] },
  'legal.acceptances': { asks: 'settings.write', outcomes: EMPLOYEES, foreign: [] },
  'legal.accept': {
    asks: 'terms.accept',
    input: () => ({ texts: presentTexts(undefined) }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
};
