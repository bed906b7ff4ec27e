import { randomUUID } from 'node:crypto';
import { EMPLOYEES, type MatrixRow } from '../test/tenant-matrix-row.ts';
import { writeSegmentCursor } from './segment-cursor.ts';

const period = () => ({ from: '2026-01-01', to: '2026-12-31' });

/** A place in a segment's list, as a page of the other merchant's would name it. */
const segmentPage = (id: string) => ({
  segment: 'new',
  after: writeSegmentCursor({ day: '2999-12-31', id }),
});

/** Rows of the reports: a period names no record, so that nothing of another merchant can be put into it. */
export const REPORTS_MATRIX: Record<string, MatrixRow> = {
  'reports.ownDay': { asks: 'dashboard.read', outcomes: EMPLOYEES, foreign: [] },
  'reports.currentMonth': { asks: 'reports.read', outcomes: EMPLOYEES, foreign: [] },
  'reports.dashboard': { asks: 'reports.read', input: period, outcomes: EMPLOYEES, foreign: [] },
  'reports.acquisition': { asks: 'reports.read', input: period, outcomes: EMPLOYEES, foreign: [] },
  'reports.period': { asks: 'reports.read', input: period, outcomes: EMPLOYEES, foreign: [] },
  'reports.employees': { asks: 'reports.read', input: period, outcomes: EMPLOYEES, foreign: [] },
  'reports.unconfirmed': { asks: 'reports.read', input: period, outcomes: EMPLOYEES, foreign: [] },
  'reports.liability': { asks: 'reports.read', outcomes: EMPLOYEES, foreign: [] },
  'reports.cohorts': { asks: 'reports.read', outcomes: EMPLOYEES, foreign: [] },
  'reports.segments': { asks: 'reports.read', outcomes: EMPLOYEES, foreign: [] },
  'reports.segmentCustomers': {
    asks: 'reports.read',
    input: () => ({ segment: 'new' }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'cursor',
        from: 'platform',
        theirs: (_own, other) => segmentPage(other.customer.id),
        nobodys: () => segmentPage(randomUUID()),
      },
    ],
  },
};
