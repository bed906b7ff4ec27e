import type { LedgerEntry } from './use-ledger.ts';

/** A movement as customers know it: a redemption is one, whatever number of credits it took. */
export interface LedgerMovement {
  /** The newest row, whose balance is the balance after the movement. */
  entry: LedgerEntry;
  amountCents: number;
  /** All rows, newest first. */
  parts: LedgerEntry[];
}

/** Folds rows of one movement that stand one after the other, newest first. */
export function foldMovements(entries: readonly LedgerEntry[]): LedgerMovement[] {
  const movements: LedgerMovement[] = [];
  for (const entry of entries) {
    const last = movements.at(-1);
    if (last?.entry.movementId === entry.movementId) {
      last.amountCents += entry.amountCents;
      last.parts.push(entry);
    } else movements.push({ entry, amountCents: entry.amountCents, parts: [entry] });
  }
  return movements;
}
