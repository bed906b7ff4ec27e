/** A history shows this many entries. */
const HISTORY_LENGTH = 10;

/** The newest entries, latest first, by an instant in ISO 8601; of one instant, in the order given. */
export function newest<Entry>(entries: readonly Entry[], when: (entry: Entry) => string): Entry[] {
  return [...entries]
    .sort((a, b) => (when(a) === when(b) ? 0 : when(a) < when(b) ? 1 : -1))
    .slice(0, HISTORY_LENGTH);
}
