import { randomBytes, randomUUID } from 'node:crypto';
import { type Permission, ROLES, type Role } from 'domain/roles';
import { freshPhone, TEST_PASSWORD } from './signed-in-merchant.ts';
import type { Shop } from './tenant-world.ts';

/**
 * One row for each procedure: an input that succeeds, what each kind of caller is answered, and each way another
 * merchant's id, token, slug or phone can be put into it. A procedure without a row fails tenant-matrix.test.ts.
 */

export const CALLERS = [
  'anonymous',
  ...ROLES,
  'staff of the other shop',
  'deactivated owner',
  'owner on the own host',
  "owner on the other shop's host",
  'owner on an unknown host',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Status and refusal; a success has none, a plain-text 404 neither. */
export type Outcome = readonly [status: number, refusal: string | null];
const DONE: Outcome = [200, null];
const NOT_FOUND: Outcome = [404, 'not_found'];
const NO_SUCH_HOST: Outcome = [404, null];
const SIGNED_OUT: Outcome = [401, 'unauthenticated'];

type Outcomes = Record<Exclude<Caller, Role>, Outcome> & { roles: Outcome };

/** Roles are answered `roles` here; which of them may at all is tenant-permissions.test.ts' matter. */
const STAFF: Outcomes = {
  roles: DONE,
  anonymous: SIGNED_OUT,
  'deactivated owner': SIGNED_OUT,
  'staff of the other shop': DONE,
  'owner on the own host': NOT_FOUND,
  "owner on the other shop's host": NOT_FOUND,
  'owner on an unknown host': NO_SUCH_HOST,
};

const SIGN_IN: Outcomes = { ...STAFF, anonymous: DONE, 'deactivated owner': DONE };

/** Customers' pages know no session: everybody is answered alike, except where the host is another merchant's. */
function customerPage(refusal: string): Outcomes {
  return {
    ...SIGN_IN,
    'owner on the own host': DONE,
    "owner on the other shop's host": [404, refusal],
  };
}

/** An input with something of another shop in it, and the same with something that is nobody's. */
export interface ForeignInput {
  what: string;
  /** Whence it is sent: 'own host' is the caller's merchant's, 'platform' what the caller has. */
  from: 'platform' | 'own host';
  theirs(own: Shop, other: Shop): unknown;
  nobodys(own: Shop, other: Shop): unknown;
  /** Why the two may be told apart, where the specification wants it so. */
  toldApart?: string;
}

export interface MatrixRow {
  /** The permission a signed-in person needs; 'public' where nobody has to be signed in. */
  asks: Permission | 'public';
  input?(shop: Shop): unknown;
  outcomes: Outcomes;
  foreign: readonly ForeignInput[];
}

const nobodysSlug = () => `ninguem-${randomBytes(6).toString('hex')}`;
const nobodysToken = (kind: string) => `${kind}_${randomBytes(21).toString('base64url').slice(0, 27)}`;

const phone = freshPhone;
const issue = (phone: string, operationId: string = randomUUID()) => ({
  operationId,
  phone,
  amountCents: 4_321,
});
const signup = (email: string) => ({
  merchantName: 'Loja Nova',
  merchantPhone: '1132104567',
  merchantAddress: 'Rua Nova, 1',
  ownerName: 'Nova Dona',
  email,
  password: TEST_PASSWORD,
});
const newEmail = () => `nova-${randomUUID()}@loja.example`;
/** Somebody else's customer, and nobody's, in an input that names one. */
const foreignCustomer = (inputFor: (customerId: string) => unknown): ForeignInput => ({
  what: 'customer',
  from: 'platform',
  theirs: (_own, other) => inputFor(other.customer.id),
  nobodys: () => inputFor(randomUUID()),
});
const correction = (rest: object) => ({ operationId: randomUUID(), reason: 'Erro de digitação', ...rest });
const dashboardOf = (phone: string, slug?: string) => ({ phone, ...(slug !== undefined && { slug }) });

export const TENANT_MATRIX: Record<string, MatrixRow> = {
  'auth.login': {
    asks: 'public',
    input: (shop) => ({ email: shop.ownerEmail, password: TEST_PASSWORD }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'e-mail',
        from: 'platform',
        theirs: (_own, other) => ({ email: other.ownerEmail, password: 'not the password' }),
        nobodys: () => ({ email: newEmail(), password: 'not the password' }),
      },
      {
        what: 'e-mail and password',
        from: 'own host',
        theirs: (_own, other) => ({ email: other.ownerEmail, password: TEST_PASSWORD }),
        nobodys: () => ({ email: newEmail(), password: TEST_PASSWORD }),
      },
    ],
  },
  'auth.logout': { asks: 'public', outcomes: SIGN_IN, foreign: [] },
  'auth.session': { asks: 'public', outcomes: SIGN_IN, foreign: [] },
  'cashback.issue': {
    asks: 'cashback.issue',
    input: (shop) => issue(shop.customer.phone),
    outcomes: STAFF,
    foreign: [
      {
        what: 'phone',
        from: 'platform',
        theirs: (_own, other) => issue(other.nextCustomerPhone()),
        nobodys: () => issue(phone()),
      },
      {
        what: 'operation id and all',
        from: 'platform',
        theirs: (_own, other) => issue(other.sale.phone, other.sale.operationId),
        nobodys: () => issue(phone()),
      },
    ],
  },
  'cashback.watch': {
    asks: 'cashback.issue',
    input: (shop) => ({ id: shop.sale.id }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'sale',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.sale.id }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'cashback.confirm': {
    asks: 'public',
    input: (shop) => ({ token: shop.sale.token }),
    outcomes: customerPage('invalid_token'),
    foreign: [
      {
        what: 'token',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.sale.token }),
        nobodys: () => ({ token: nobodysToken('CASHBACK') }),
      },
      {
        what: "redemption's token",
        from: 'platform',
        theirs: (_own, other) => ({ token: other.redemption.token.replace('REDEMPTION', 'CASHBACK') }),
        nobodys: () => ({ token: nobodysToken('CASHBACK') }),
      },
    ],
  },
  'cashback.latest': {
    asks: 'cashback.issue',
    input: () => ({}),
    outcomes: STAFF,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'cashback.reverse': {
    asks: 'operations.reverse_own',
    input: (shop) => correction({ transactionId: shop.sale.id, amountCents: 1 }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'sale',
        from: 'platform',
        theirs: (_own, other) => correction({ transactionId: other.sale.id, amountCents: 1 }),
        nobodys: () => correction({ transactionId: randomUUID(), amountCents: 1 }),
      },
    ],
  },
  'customers.detail': {
    asks: 'customers.read',
    input: (shop) => ({ customerId: shop.customer.id }),
    outcomes: STAFF,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'customers.ledger': {
    asks: 'customers.read',
    input: (shop) => ({ customerId: shop.customer.id }),
    outcomes: STAFF,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'customers.adjust': {
    asks: 'customers.adjust',
    input: (shop) => correction({ customerId: shop.customer.id, amountCents: 1 }),
    outcomes: STAFF,
    foreign: [foreignCustomer((customerId) => correction({ customerId, amountCents: 1 }))],
  },
  'customers.correctPhone': {
    asks: 'customers.adjust',
    input: (shop) => ({ customerId: shop.customer.id, phone: shop.customer.phone }),
    outcomes: STAFF,
    foreign: [
      foreignCustomer((customerId) => ({ customerId, phone: phone() })),
      {
        what: 'phone',
        from: 'platform',
        theirs: (own, other) => ({ customerId: own.nextCustomerId(), phone: other.nextCustomerPhone() }),
        nobodys: (own) => ({ customerId: own.nextCustomerId(), phone: phone() }),
      },
    ],
  },
  'customers.merge': {
    asks: 'customers.adjust',
    input: (shop) => correction({ customerId: shop.customer.id, sourceCustomerId: shop.nextCustomerId() }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'customer as the source',
        from: 'platform',
        theirs: (own, other) =>
          correction({ customerId: own.customer.id, sourceCustomerId: other.customer.id }),
        nobodys: (own) => correction({ customerId: own.customer.id, sourceCustomerId: randomUUID() }),
      },
      {
        what: 'customer as the target',
        from: 'platform',
        theirs: (own, other) =>
          correction({ customerId: other.customer.id, sourceCustomerId: own.nextCustomerId() }),
        nobodys: (own) => correction({ customerId: randomUUID(), sourceCustomerId: own.nextCustomerId() }),
      },
    ],
  },
  'customers.find': {
    asks: 'customers.read',
    input: (shop) => ({ phone: shop.customer.phone }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'phone',
        from: 'platform',
        theirs: (_own, other) => ({ phone: other.nextCustomerPhone() }),
        nobodys: () => ({ phone: phone() }),
      },
    ],
  },
  'customers.dashboard': {
    asks: 'public',
    input: (shop) => dashboardOf(shop.customer.phone),
    outcomes: customerPage('customer_not_found'),
    foreign: [
      {
        what: 'phone',
        from: 'own host',
        theirs: (_own, other) => dashboardOf(other.nextCustomerPhone()),
        nobodys: () => dashboardOf(phone()),
      },
      {
        what: 'phone and slug',
        from: 'own host',
        theirs: (_own, other) => dashboardOf(other.nextCustomerPhone(), other.slug),
        nobodys: () => dashboardOf(phone(), nobodysSlug()),
      },
      {
        what: "phone under the own shop's slug",
        from: 'platform',
        theirs: (own, other) => dashboardOf(other.nextCustomerPhone(), own.slug),
        nobodys: (own) => dashboardOf(phone(), own.slug),
      },
    ],
  },
  'customers.signupLink': {
    asks: 'public',
    input: (shop) => ({ slug: shop.slug }),
    outcomes: customerPage('invalid_signup_link'),
    foreign: [
      {
        what: 'slug',
        from: 'own host',
        theirs: (_own, other) => ({ slug: other.slug }),
        nobodys: () => ({ slug: nobodysSlug() }),
      },
    ],
  },
  'customers.signUp': {
    asks: 'public',
    input: (shop) => ({ slug: shop.slug, name: 'Cliente Novo', phone: phone() }),
    outcomes: customerPage('invalid_signup_link'),
    foreign: [
      {
        what: 'slug',
        from: 'own host',
        theirs: (_own, other) => ({ slug: other.slug, name: 'Cliente Novo', phone: phone() }),
        nobodys: () => ({ slug: nobodysSlug(), name: 'Cliente Novo', phone: phone() }),
      },
      {
        what: 'phone',
        from: 'platform',
        theirs: (own, other) => ({ slug: own.slug, name: 'Cliente Novo', phone: other.nextCustomerPhone() }),
        nobodys: (own) => ({ slug: own.slug, name: 'Cliente Novo', phone: phone() }),
      },
    ],
  },
  'merchants.signup': {
    asks: 'public',
    input: () => signup(newEmail()),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'e-mail',
        from: 'platform',
        theirs: (_own, other) => signup(other.ownerEmail),
        nobodys: () => signup(newEmail()),
        toldApart: 'an e-mail signs in at one shop only, and the form says that it is taken',
      },
    ],
  },
  'merchants.cashbackSettings': { asks: 'settings.write', outcomes: STAFF, foreign: [] },
  'merchants.saveCashbackSettings': {
    asks: 'settings.write',
    input: () => ({
      programName: 'Clube',
      rateBasisPoints: 500,
      availableImmediately: true,
      expires: false,
      redemptionRules: { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null },
    }),
    outcomes: STAFF,
    foreign: [],
  },
  'redemptions.latest': {
    asks: 'redemption.create',
    input: () => ({}),
    outcomes: STAFF,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'redemptions.reverse': {
    asks: 'operations.reverse_own',
    input: (shop) => correction({ redemptionId: shop.nextCompletedRedemptionId() }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'redemption',
        from: 'platform',
        theirs: (_own, other) => correction({ redemptionId: other.redemption.id }),
        nobodys: () => correction({ redemptionId: randomUUID() }),
      },
    ],
  },
  'redemptions.create': {
    asks: 'redemption.create',
    input: (shop) => ({ operationId: randomUUID(), customerId: shop.customer.id, amountCents: 1 }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'customer',
        from: 'platform',
        theirs: (_own, other) => ({
          operationId: randomUUID(),
          customerId: other.customer.id,
          amountCents: 1,
        }),
        nobodys: () => ({ operationId: randomUUID(), customerId: randomUUID(), amountCents: 1 }),
      },
      {
        what: 'operation id and all',
        from: 'platform',
        theirs: (_own, other) => ({
          operationId: other.redemption.operationId,
          customerId: other.customer.id,
          amountCents: 777,
        }),
        nobodys: () => ({ operationId: randomUUID(), customerId: randomUUID(), amountCents: 777 }),
      },
    ],
  },
  'redemptions.watch': {
    asks: 'redemption.create',
    input: (shop) => ({ id: shop.redemption.id }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'redemption',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.redemption.id }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'redemptions.confirm': {
    asks: 'public',
    input: (shop) => ({ token: shop.redemption.token }),
    outcomes: customerPage('invalid_token'),
    foreign: [
      {
        what: 'token',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.redemption.token }),
        nobodys: () => ({ token: nobodysToken('REDEMPTION') }),
      },
    ],
  },
  'reports.currentMonth': { asks: 'dashboard.read', outcomes: STAFF, foreign: [] },
};
