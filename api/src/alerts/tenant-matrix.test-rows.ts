import { randomUUID } from 'node:crypto';
import { ALERT_SETTINGS } from 'domain/alerts';
import { EMPLOYEES, type MatrixRow } from '../test/tenant-matrix-row.ts';

const alertRow = (more: object = {}): MatrixRow => ({
  asks: 'alerts.close',
  input: (merchant) => ({ id: merchant.nextAlertId(), ...more }),
  outcomes: EMPLOYEES,
  foreign: [
    {
      what: 'alert',
      from: 'platform',
      theirs: (_own, other) => ({ id: other.nextAlertId(), ...more }),
      nobodys: () => ({ id: randomUUID(), ...more }),
    },
  ],
});

export const ALERTS_MATRIX: Record<string, MatrixRow> = {
  'alerts.list': {
    asks: 'alerts.close',
    input: () => ({ state: 'open' }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'position',
        from: 'platform',
        theirs: (_own, other) => ({ state: 'closed', after: other.nextAlertId() }),
        nobodys: () => ({ state: 'closed', after: randomUUID() }),
        notRefused: 'a position is not looked up: the page begins after it, whosever it is',
      },
    ],
  },
  'alerts.count': { asks: 'alerts.close', outcomes: EMPLOYEES, foreign: [] },
  'alerts.show': alertRow(),
  'alerts.hold': alertRow(),
  'alerts.release': alertRow(),
  'alerts.close': alertRow({ state: 'settled' }),
  'alerts.settings': { asks: 'alerts.close', outcomes: EMPLOYEES, foreign: [] },
  'alerts.previewSettings': {
    asks: 'alerts.close',
    input: () => ALERT_SETTINGS,
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'alerts.saveSettings': {
    asks: 'alerts.close',
    input: () => ALERT_SETTINGS,
    outcomes: EMPLOYEES,
    foreign: [],
  },
};
