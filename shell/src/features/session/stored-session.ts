import type { ClientSession } from 'domain/session';

/** The browser's copy is for the first paint only; the server's answer replaces it. */
const STORAGE_KEY = 'auth-storage';

type StoredSession = ClientSession & { isAuthenticated: true };

function isStoredSession(value: unknown): value is StoredSession {
  const stored = value as Partial<StoredSession> | null;
  return (
    typeof stored === 'object' &&
    stored?.isAuthenticated === true &&
    typeof stored.user?.id === 'string' &&
    typeof stored.employee?.name === 'string' &&
    typeof stored.merchant?.name === 'string'
  );
}

/** Reads a 'storage' event's or localStorage's value. Anything unreadable means no session. */
export function parseStoredSession(text: string | null): ClientSession | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isStoredSession(value)) return null;
    return { user: value.user, employee: value.employee, merchant: value.merchant };
  } catch {
    return null;
  }
}

/** Storage that is switched off or full (private windows) costs the quick paint, nothing else. */
export function readStoredSession(): ClientSession | null {
  try {
    return parseStoredSession(localStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

export function writeStoredSession(session: ClientSession | null): void {
  try {
    if (session) {
      const { user, merchant, employee } = session;
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ user, merchant, employee, isAuthenticated: true }));
    } else {
      localStorage.removeItem(STORAGE_KEY);
    }
  } catch {
    // See readStoredSession.
  }
}

/** Calls back when another tab signs in or out. Returns what stops it. */
export function watchStoredSession(onChange: (session: ClientSession | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    // `key` is null when everything was cleared.
    if (event.key === STORAGE_KEY || event.key === null) onChange(parseStoredSession(event.newValue));
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
