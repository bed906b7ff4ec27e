import { randomUUID } from 'node:crypto';
import { type MatrixRow, nobodysToken, type Outcome, phone } from '../test/tenant-matrix-row.ts';

/**
 * Outcomes by host: tags run on the merchant's own host only, so callers on other hosts find nothing there.
 */
function onOwnHost(refused: Outcome, onOtherHost: Outcome): MatrixRow['outcomes'] {
  return {
    roles: refused,
    anonymous: refused,
    'deactivated owner': refused,
    'employee of the other merchant': refused,
    'owner on the own host': [200, null],
    "owner on the other merchant's host": onOtherHost,
    'owner on an unknown host': [404, null],
  };
}

const take = (token: string) => ({ token, takeId: randomUUID() });

/** Procedures that pages call on behalf of the merchant's tags. */
export const TAGS_MATRIX: Record<string, MatrixRow> = {
  'tags.take': {
    asks: 'public',
    input: (merchant) => take(merchant.redemption.token),
    outcomes: onOwnHost([404, 'invalid_token'], [404, 'invalid_token']),
    foreign: [
      {
        what: "purchase's token",
        from: 'own host',
        theirs: (_own, other) => take(other.purchase.token),
        nobodys: () => take(nobodysToken('CASHBACK')),
      },
      {
        what: "redemption's token",
        from: 'own host',
        theirs: (_own, other) => take(other.redemption.token),
        nobodys: () => take(nobodysToken('REDEMPTION')),
      },
    ],
  },
  'tags.hashPhone': {
    asks: 'public',
    input: (merchant) => ({ phone: merchant.customer.phone }),
    outcomes: onOwnHost([404, 'not_found'], [200, null]),
    foreign: [
      {
        what: 'phone',
        from: 'own host',
        theirs: (_own, other) => ({ phone: other.nextCustomerPhone() }),
        nobodys: () => ({ phone: phone() }),
        toldApart: 'the answer is a hash of the number that was sent, whoever has it',
      },
    ],
  },
};
