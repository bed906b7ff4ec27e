import type { Merchant } from '../test/tenant-fixture.ts';
import {
  dashboardOf,
  type ForeignInput,
  type MatrixRow,
  nobodysSlug,
  phone,
  SIGN_IN,
} from '../test/tenant-matrix-row.ts';

/** No browser of the matrix is known as a customer's, so each caller gets the same refusal. */
const UNPROVED = [403, 'proof_required'] as const;
const OUTCOMES: MatrixRow['outcomes'] = {
  ...SIGN_IN,
  roles: UNPROVED,
  anonymous: UNPROVED,
  'deactivated owner': UNPROVED,
  'employee of the other merchant': UNPROVED,
  'owner on the own host': UNPROVED,
  "owner on the other merchant's host": [404, 'not_found'],
};

const whoIs = (merchant: Merchant) => dashboardOf(merchant.customer.phone, merchant.slug);

function row(rest: object): MatrixRow {
  const foreign: ForeignInput[] = [
    {
      what: "phone under the own merchant's slug",
      from: 'platform',
      theirs: (own, other) => ({ who: dashboardOf(other.nextCustomerPhone(), own.slug), ...rest }),
      nobodys: (own) => ({ who: dashboardOf(phone(), own.slug), ...rest }),
    },
    {
      what: 'slug',
      from: 'own host',
      theirs: (_own, other) => ({ who: whoIs(other), ...rest }),
      nobodys: () => ({ who: dashboardOf(phone(), nobodysSlug()), ...rest }),
    },
  ];
  return {
    asks: 'public',
    input: (merchant) => ({ who: whoIs(merchant), ...rest }),
    outcomes: OUTCOMES,
    foreign,
  };
}

export const MY_DATA_MATRIX: Record<string, MatrixRow> = {
  'myData.show': row({}),
  'myData.download': row({ format: 'json' }),
  'myData.setConsent': row({ channel: 'whatsapp', isGiven: true, textVersion: 1 }),
  'myData.correct': row({ name: 'Ana Lima' }),
  'myData.erase': row({ phone: '11987654321' }),
};
