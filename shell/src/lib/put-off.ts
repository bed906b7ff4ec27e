/** The links to the own password that the employee has read about. */
export const SHOWN_LINKS = 'shown-links-read';

/** What the employee put off in this tab, by its key. */
export function readPutOff(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writePutOff(key: string, name: string): void {
  try {
    sessionStorage.setItem(key, name);
  } catch {
    // Switched off: the next page asks again.
  }
}
