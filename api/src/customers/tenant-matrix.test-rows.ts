import { randomUUID } from 'node:crypto';
import {
  correction,
  customerPage,
  dashboardOf,
  EMPLOYEES,
  foreignCustomer,
  type MatrixRow,
  nobodysSlug,
  phone,
} from '../test/tenant-matrix-row.ts';
import { writeCursor } from './list-cursor.ts';

/** A position in the other merchant's list, as one of its pages would name it. */
const after = (id: string) => writeCursor('last_purchase_at', { key: '1700000000000000', id });

export const CUSTOMERS_MATRIX: Record<string, MatrixRow> = {
  'customers.detail': {
    asks: 'customers.read',
    input: (merchant) => ({ customerId: merchant.customer.id }),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'customers.ledger': {
    asks: 'customers.read',
    input: (merchant) => ({ customerId: merchant.customer.id }),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'customers.adjust': {
    asks: 'customers.adjust',
    input: (merchant) => correction({ customerId: merchant.customer.id, amountCents: 1 }),
    provedInput: (merchant) => correction({ customerId: merchant.customer.id, amountCents: 10_001 }),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => correction({ customerId, amountCents: 1 }))],
  },
  'customers.resetProof': {
    asks: 'customers.reset_proof',
    input: (merchant) => ({ customerId: merchant.customer.id }),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => ({ customerId }))],
  },
  'customers.edit': {
    asks: 'customers.complete',
    input: (merchant) => ({ customerId: merchant.customer.id }),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => ({ customerId, name: 'Outro Nome' }))],
  },
  'customers.withdrawConsent': {
    asks: 'customers.complete',
    input: (merchant) => ({ customerId: merchant.customer.id, channel: 'whatsapp' }),
    outcomes: EMPLOYEES,
    foreign: [foreignCustomer((customerId) => ({ customerId, channel: 'email' }))],
  },
  'customers.erase': {
    asks: 'customers.erase',
    // Refused, so that the merchant keeps the customer that the other rows need.
    input: (merchant) => ({ customerId: merchant.customer.id, phone: phone() }),
    outcomes: {
      ...EMPLOYEES,
      roles: [422, 'phone_differs'],
      'employee of the other merchant': [422, 'phone_differs'],
    },
    foreign: [foreignCustomer((customerId) => ({ customerId, phone: phone() }))],
  },
  'customers.correctPhone': {
    asks: 'customers.adjust',
    input: (merchant) => ({ customerId: merchant.customer.id, phone: merchant.customer.phone }),
    outcomes: EMPLOYEES,
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
    input: (merchant) =>
      correction({ customerId: merchant.customer.id, sourceCustomerId: merchant.nextCustomerId() }),
    provedInput: (merchant) =>
      correction({ customerId: merchant.nextCustomerId(), sourceCustomerId: merchant.customer.id }),
    outcomes: EMPLOYEES,
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
  'customers.ninthDigitPairs': { asks: 'customers.adjust', outcomes: EMPLOYEES, foreign: [] },
  'customers.find': {
    asks: 'customers.read',
    input: (merchant) => ({ phone: merchant.customer.phone }),
    outcomes: EMPLOYEES,
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
    input: (merchant) => dashboardOf(merchant.customer.phone),
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
        what: "phone under the own merchant's slug",
        from: 'platform',
        theirs: (own, other) => dashboardOf(other.nextCustomerPhone(), own.slug),
        nobodys: (own) => dashboardOf(phone(), own.slug),
      },
    ],
  },
  'customers.signupLink': {
    asks: 'public',
    input: (merchant) => ({ slug: merchant.slug }),
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
    input: (merchant) => ({ slug: merchant.slug, name: 'Cliente Novo', phone: phone() }),
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
  'customers.list': {
    asks: 'customers.read',
    input: () => ({}),
    outcomes: EMPLOYEES,
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
  'customers.summary': { asks: 'reports.read', outcomes: EMPLOYEES, foreign: [] },
};
