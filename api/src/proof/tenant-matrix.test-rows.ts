import type { Merchant } from '../test/tenant-fixture.ts';
import {
  customerPage,
  dashboardOf,
  type ForeignInput,
  type MatrixRow,
  nobodysSlug,
  nobodysToken,
  phone,
  SIGN_IN,
} from '../test/tenant-matrix-row.ts';

/** Outcomes of what a stranger's browser is refused, whoever asks. */
function refused(refusal: string, status: number): MatrixRow['outcomes'] {
  const answer = [status, refusal] as const;
  return {
    ...SIGN_IN,
    roles: answer,
    anonymous: answer,
    'deactivated owner': answer,
    'employee of the other merchant': answer,
    'owner on the own host': answer,
    "owner on the other merchant's host": [404, 'not_found'],
  };
}

const whoIs = (merchant: Merchant) => dashboardOf(merchant.customer.phone, merchant.slug);

/** Another merchant's customer, program and redemption. */
function foreign(rest: object): ForeignInput[] {
  return [
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
    {
      what: 'redemption',
      from: 'own host',
      theirs: (_own, other) => ({ who: { token: other.redemption.token }, ...rest }),
      nobodys: () => ({ who: { token: nobodysToken('REDEMPTION') }, ...rest }),
    },
  ];
}

export const PROOF_MATRIX: Record<string, MatrixRow> = {
  'proof.sendCode': {
    asks: 'public',
    input: (merchant) => ({ who: whoIs(merchant) }),
    // The matrix runs without a mail server.
    outcomes: {
      ...refused('codes_unavailable', 422),
      "owner on the other merchant's host": [422, 'codes_unavailable'],
    },
    foreign: foreign({}),
  },
  'proof.enterCode': {
    asks: 'public',
    input: (merchant) => ({ who: whoIs(merchant), code: '048215' }),
    outcomes: refused('wrong_code', 422),
    foreign: foreign({ code: '048215' }),
  },
  'proof.enterPin': {
    asks: 'public',
    input: (merchant) => ({ who: whoIs(merchant), pin: '4827' }),
    outcomes: refused('wrong_pin', 422),
    foreign: foreign({ pin: '4827' }),
  },
  'proof.choosePin': {
    asks: 'public',
    input: (merchant) => ({ who: whoIs(merchant), pin: '4827' }),
    outcomes: refused('proof_required', 403),
    foreign: foreign({ pin: '4827' }),
  },
  'proof.forgetDevices': {
    asks: 'public',
    input: (merchant) => ({ who: whoIs(merchant), which: 'this' }),
    outcomes: customerPage('not_found'),
    foreign: foreign({ which: 'others' }),
  },
};
