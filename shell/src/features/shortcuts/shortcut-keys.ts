export type Shortcut = { kind: 'list' } | { kind: 'next-purchase' } | { kind: 'go'; to: string };

/** Pages, by the letter that follows G. */
export const PAGES_BY_LETTER: Readonly<Record<string, string>> = {
  d: '/dashboard',
  c: '/cashback',
  r: '/redemption',
  l: '/customers',
};

/** After this long a G that nothing followed is forgotten. */
const FOLLOWS_WITHIN_MS = 1_500;

/** Reads keys one after another; returns the shortcut that a key completes. */
export function createKeyReader(): (key: string, timeMs: number) => Shortcut | undefined {
  let pressedG = Number.NEGATIVE_INFINITY;
  return (key, timeMs) => {
    const letter = key.toLowerCase();
    const followsG = timeMs - pressedG <= FOLLOWS_WITHIN_MS;
    pressedG = letter === 'g' ? timeMs : Number.NEGATIVE_INFINITY;
    if (followsG && Object.hasOwn(PAGES_BY_LETTER, letter)) {
      return { kind: 'go', to: PAGES_BY_LETTER[letter] ?? '' };
    }
    if (key === '?') return { kind: 'list' };
    return letter === 'n' ? { kind: 'next-purchase' } : undefined;
  };
}
