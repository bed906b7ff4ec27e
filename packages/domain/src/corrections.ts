/** A correction that moves more cashback than this on customers' balances needs a fresh proof. */
export const CORRECTION_PROOF_ABOVE_CENTS = 10_000;
