import { CORRECTION_PROOF_ABOVE_CENTS } from 'domain/corrections';
import type { ActingEmployee } from '../acting-employee.ts';
import { assertFreshProof } from '../assert-fresh-proof.ts';

/** Throws as `assertFreshProof` where a correction moves this much cashback, of either sign. */
export function assertProvedCorrection(
  actor: Pick<ActingEmployee, 'isProofFresh'>,
  movedCents: number,
): void {
  if (Math.abs(movedCents) > CORRECTION_PROOF_ABOVE_CENTS) assertFreshProof(actor);
}
