/** A stored amount of the settings; null where none is set. */
export const centsOf = (amount: bigint | null): number | null => (amount === null ? null : Number(amount));
