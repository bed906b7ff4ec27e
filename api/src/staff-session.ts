import type { ClientSession } from 'domain/session';

/** The signed-in employee of one request. */
export interface StaffSession {
  /** SHA-256 of the cookie's token; the row's id. */
  id: string;
  merchantId: string;
  employeeId: string;
  /** The counter's tablet that the employee unlocked by a PIN; absent after a login. */
  tablet?: { id: string; name: string };
  /** A login or `auth.proveSelf` was at most ten minutes ago, by the database's clock. */
  isProofFresh: boolean;
  client: ClientSession;
}

/**
 * Whether a call needs a fresh proof of who is there: always, or only with some inputs, which the use case
 * decides by `assertFreshProof`.
 */
export type ProofDemand = 'fresh' | 'sometimes';
