import { isCommonPassword } from './common-passwords.ts';
import { MIN_PASSWORD_LENGTH } from './inputs.ts';

/** From the weakest to the strongest. */
export const STRENGTH_LABELS = ['Fraca', 'Razoável', 'Boa', 'Forte'] as const;
export type StrengthLabel = (typeof STRENGTH_LABELS)[number];

/** Bits from which a password is 'Razoável', 'Boa', 'Forte'. */
const BITS = [22, 32, 45];

const CLASSES: readonly [RegExp, first: number, next: number][] = [
  // A letter after a letter of the same case is mostly part of a word, and words are easily guessed.
  [/\p{Ll}/u, 4.7, 2.5],
  [/\p{Lu}/u, 4.7, 2.5],
  [/\p{N}/u, 3.3, 3.3],
];
const OTHER: readonly [RegExp, number, number] = [/./su, 5, 5];

/**
 * Estimates how hard a password is to guess, as a hint for the person who types it. Counts bits roughly:
 * repeated characters and runs such as 'abc' or '321' add almost nothing. Only the API refuses passwords.
 */
export function passwordStrength(password: string): StrengthLabel {
  if (password.length < MIN_PASSWORD_LENGTH || isCommonPassword(password)) return 'Fraca';
  const characters = [...password];
  let bits = 0;
  for (const [index, character] of characters.entries()) {
    const before = characters[index - 1];
    const [pattern, first, next] = CLASSES.find(([each]) => each.test(character)) ?? OTHER;
    const step = (character.codePointAt(0) ?? 0) - (before?.codePointAt(0) ?? -9);
    if (Math.abs(step) <= 1) bits += 0.5;
    else bits += before !== undefined && pattern.test(before) ? next : first;
  }
  return STRENGTH_LABELS[BITS.filter((least) => bits >= least).length] ?? 'Fraca';
}
