import { randomBytes, randomUUID } from 'node:crypto';
import { type Permission, ROLES, type Role } from 'domain/roles';
import { freshPhone, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { presentTexts } from '../legal/platform-document.ts';
import type { Merchant } from './tenant-fixture.ts';

/** Parts of a row of the tenant matrix. */

export const CALLERS = [
  'anonymous',
  ...ROLES,
  'employee of the other merchant',
  'deactivated owner',
  'owner on the own host',
  "owner on the other merchant's host",
  'owner on an unknown host',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Status and refusal; a success has none, a plain-text 404 neither. */
export type Outcome = readonly [status: number, refusal: string | null];
const DONE: Outcome = [200, null];
const NOT_FOUND: Outcome = [404, 'not_found'];
const NO_SUCH_HOST: Outcome = [404, null];
const SIGNED_OUT: Outcome = [401, 'unauthenticated'];

type Outcomes = Record<Exclude<Caller, Role>, Outcome> & { roles: Outcome } & Partial<Record<Role, Outcome>>;

/**
 * Roles without an outcome of their own are answered `roles`. Which of them may at all is
 * tenant-permissions.test.ts' matter.
 */
export const EMPLOYEES: Outcomes = {
  roles: DONE,
  anonymous: SIGNED_OUT,
  'deactivated owner': SIGNED_OUT,
  'employee of the other merchant': DONE,
  'owner on the own host': NOT_FOUND,
  "owner on the other merchant's host": NOT_FOUND,
  'owner on an unknown host': NO_SUCH_HOST,
};

export const SIGN_IN: Outcomes = { ...EMPLOYEES, anonymous: DONE, 'deactivated owner': DONE };

/**
 * Outcomes of customers' pages, which know no session: all callers get one answer, except where the host is
 * another merchant's.
 */
export function customerPage(refusal: string): Outcomes {
  return {
    ...SIGN_IN,
    'owner on the own host': DONE,
    "owner on the other merchant's host": [404, refusal],
  };
}

/** An input that names something of another merchant, and the same with something that does not exist. */
export interface ForeignInput {
  what: string;
  /** Host it is sent to: 'own host' is the caller's merchant's, 'platform' the one the caller uses. */
  from: 'platform' | 'own host';
  theirs(own: Merchant, other: Merchant): unknown;
  nobodys(own: Merchant, other: Merchant): unknown;
  /** Reason for which the two may be told apart, where the specification wants it so. */
  toldApart?: string;
  /** Reason for which an unknown id is answered like a known one, and so is no attempt. */
  notRefused?: string;
}

export interface MatrixRow {
  /** The permission a signed-in employee needs; 'public' where no sign-in is needed. */
  asks: Permission | 'public';
  input?(merchant: Merchant): unknown;
  /** An input that needs a fresh proof, of a procedure that asks for one sometimes. */
  provedInput?(merchant: Merchant): unknown;
  outcomes: Outcomes;
  foreign: readonly ForeignInput[];
}

export const nobodysSlug = () => `ninguem-${randomBytes(6).toString('hex')}`;
export const nobodysToken = (kind: string) => `${kind}_${randomBytes(21).toString('base64url').slice(0, 27)}`;

export const phone = freshPhone;
export const issue = (phone: string, requestId: string = randomUUID()) => ({
  operationId: requestId,
  phone,
  amountCents: 4_321,
});
export const signup = (email: string) => ({
  merchantName: 'Loja Nova',
  merchantPhone: '1132104567',
  merchantAddress: 'Rua Nova, 1',
  ownerName: 'Nova Dona',
  email,
  password: TEST_PASSWORD,
  acceptsTerms: true,
  texts: presentTexts(undefined),
});
export const newEmail = () => `nova-${randomUUID()}@loja.example`;
/** Another merchant's customer, and an unknown one, in an input that names one. */
export const foreignCustomer = (inputFor: (customerId: string) => unknown): ForeignInput => ({
  what: 'customer',
  from: 'platform',
  theirs: (_own, other) => inputFor(other.customer.id),
  nobodys: () => inputFor(randomUUID()),
});
export const correction = (rest: object) => ({
  operationId: randomUUID(),
  reason: 'Erro de digitação',
  ...rest,
});
export const dashboardOf = (phone: string, slug?: string) => ({ phone, ...(slug !== undefined && { slug }) });
