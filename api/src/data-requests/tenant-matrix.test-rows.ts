import { randomUUID } from 'node:crypto';
import { customerPage, EMPLOYEES, type MatrixRow, nobodysSlug, phone } from '../test/tenant-matrix-row.ts';

const asking = (slug: string, asked: string) => ({
  slug,
  kind: 'access',
  phone: asked,
  contact: 'cliente@mail.example',
});

export const DATA_REQUESTS_MATRIX: Record<string, MatrixRow> = {
  // Refused ones: open ones name another merchant's phone by now, as a caller of 'ask' typed it.
  'dataRequests.list': {
    asks: 'data_requests.answer',
    input: () => ({ state: 'refused' }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'position',
        from: 'platform',
        theirs: (_own, other) => ({ state: 'done', after: other.nextDataRequestId() }),
        nobodys: () => ({ state: 'done', after: randomUUID() }),
        notRefused: 'a position is not looked up: the page begins after it, whosever it is',
      },
    ],
  },
  'dataRequests.ask': {
    asks: 'public',
    input: (merchant) => asking(merchant.slug, phone()),
    outcomes: customerPage('program_not_found'),
    foreign: [
      {
        what: 'slug',
        from: 'own host',
        theirs: (_own, other) => asking(other.slug, phone()),
        nobodys: () => asking(nobodysSlug(), phone()),
      },
      {
        what: 'phone',
        from: 'platform',
        theirs: (own, other) => asking(own.slug, other.nextCustomerPhone()),
        nobodys: (own) => asking(own.slug, phone()),
      },
    ],
  },
  'dataRequests.count': { asks: 'data_requests.answer', outcomes: EMPLOYEES, foreign: [] },
  'dataRequests.close': {
    asks: 'data_requests.answer',
    input: (merchant) => ({ id: merchant.nextDataRequestId(), state: 'done' }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'request',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.nextDataRequestId(), state: 'done' }),
        nobodys: () => ({ id: randomUUID(), state: 'done' }),
      },
    ],
  },
  'dataRequests.erase': {
    asks: 'customers.erase',
    // No request of the fixture is one to erase, so that the customers of other rows stay.
    input: (merchant) => ({ id: merchant.nextDataRequestId(), phone: phone() }),
    outcomes: {
      ...EMPLOYEES,
      roles: [404, 'data_request_not_found'],
      'employee of the other merchant': [404, 'data_request_not_found'],
    },
    foreign: [
      {
        what: 'request',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.nextDataRequestId(), phone: phone() }),
        nobodys: () => ({ id: randomUUID(), phone: phone() }),
      },
    ],
  },
};
