import { randomUUID } from 'node:crypto';
import { writeCursor } from '../customers/list-cursor.ts';
import { type MatrixRow, phone, STAFF } from './tenant-matrix-row.ts';

/** A place in the other shop's list, as one of its pages would name it. */
const after = (id: string) => writeCursor('last_purchase_at', { key: '1700000000000000', id });

export const CUSTOMER_LIST_MATRIX: Record<string, MatrixRow> = {
  'customers.list': {
    asks: 'customers.read',
    input: () => ({}),
    outcomes: STAFF,
    foreign: [
      {
        what: "customer's phone",
        from: 'platform',
        theirs: (_own, other) => ({ search: other.customer.phone }),
        nobodys: () => ({ search: phone() }),
      },
      {
        what: "customer's name",
        from: 'platform',
        theirs: (_own, other) => ({ search: `Cliente ${other.nextCustomerPhone()}` }),
        nobodys: () => ({ search: `Cliente ${phone()}` }),
      },
      {
        what: 'cursor',
        from: 'platform',
        theirs: (_own, other) => ({ search: other.slug, after: after(other.customer.id) }),
        nobodys: (_own, other) => ({ search: other.slug, after: after(randomUUID()) }),
      },
    ],
  },
  'customers.summary': { asks: 'customers.read', outcomes: STAFF, foreign: [] },
};
