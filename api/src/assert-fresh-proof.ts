import { Refusal } from './errors.ts';
import type { StaffSession } from './staff-session.ts';

/** Throws Refusal 'proof_needed' where the session's last proof of who is there is too old. */
export function assertFreshProof({ isProofFresh }: Pick<StaffSession, 'isProofFresh'>): void {
  if (!isProofFresh) throw new Refusal('proof_needed');
}
