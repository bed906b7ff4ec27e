import { randomUUID } from 'node:crypto';
import { TEST_PASSWORD } from './signed-in-merchant.ts';
import { ACCOUNTS_MATRIX } from './tenant-matrix-accounts.ts';
import { API_KEYS_MATRIX } from './tenant-matrix-api-keys.ts';
import { AUDIT_MATRIX } from './tenant-matrix-audit.ts';
import { CUSTOMER_LIST_MATRIX } from './tenant-matrix-customer-list.ts';
import { DOMAINS_MATRIX } from './tenant-matrix-domains.ts';
import { EMPLOYEES_MATRIX } from './tenant-matrix-employees.ts';
import { INTEGRATIONS_MATRIX } from './tenant-matrix-integrations.ts';
import { MERCHANTS_MATRIX } from './tenant-matrix-merchants.ts';
import { REPORTS_MATRIX } from './tenant-matrix-reports.ts';
import {
  correction,
  customerPage,
  dashboardOf,
  foreignCustomer,
  issue,
  type MatrixRow,
  newEmail,
  nobodysSlug,
  nobodysToken,
  phone,
  SIGN_IN,
  STAFF,
  signup,
} from './tenant-matrix-row.ts';
import { SPEND_MATRIX } from './tenant-matrix-spend.ts';
import { TAGS_MATRIX } from './tenant-matrix-tags.ts';
import { WEBHOOKS_MATRIX } from './tenant-matrix-webhooks.ts';

/**
 * One row for each procedure: an input that succeeds, what each kind of caller is answered, and each way another
 * merchant's id, token, slug or phone can be put into it. A procedure without a row fails tenant-matrix.test.ts.
 */
export const TENANT_MATRIX: Record<string, MatrixRow> = {
  ...ACCOUNTS_MATRIX,
  ...API_KEYS_MATRIX,
  ...AUDIT_MATRIX,
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
  ...CUSTOMER_LIST_MATRIX,
  ...DOMAINS_MATRIX,
  ...EMPLOYEES_MATRIX,
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
  ...INTEGRATIONS_MATRIX,
  ...MERCHANTS_MATRIX,
  ...REPORTS_MATRIX,
  ...SPEND_MATRIX,
  ...TAGS_MATRIX,
  ...WEBHOOKS_MATRIX,
};
