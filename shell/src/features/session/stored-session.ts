import type { ClientSession } from 'domain/session';
import type { EndedSession } from './session-store.ts';

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
    const { user, employee, merchant, tablet, factorDaysLeft, shownPasswordLinks } = value;
    return {
      user,
      employee,
      merchant,
      ...(tablet && { tablet }),
      factorDaysLeft: factorDaysLeft ?? null,
      ...(shownPasswordLinks && { shownPasswordLinks }),
    };
  } catch {
    return null;
  }
}

/** Of a session that ended by itself, the e-mail stays for the login, and the id to know the same person. */
export function parseEndedSession(text: string | null): EndedSession | null {
  try {
    const value = JSON.parse(text ?? 'null') as {
      isAuthenticated?: unknown;
      user?: { email?: unknown };
      employee?: { id?: unknown };
    } | null;
    if (value?.isAuthenticated !== false) return null;
    const [employeeId, email] = [value.employee?.id, value.user?.email];
    return typeof employeeId === 'string' && typeof email === 'string' ? { employeeId, email } : null;
  } catch {
    return null;
  }
}

/** Storage that is switched off or full (private windows) costs the quick paint, nothing else. */
function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export const readStoredSession = () => parseStoredSession(readStored());
export const readEndedSession = () => parseEndedSession(readStored());

export function writeStoredSession(session: ClientSession | null, ended: EndedSession | null): void {
  try {
    if (session) {
      const { user, merchant, employee, tablet, factorDaysLeft, shownPasswordLinks } = session;
      const shown = { user, merchant, employee, tablet, factorDaysLeft, shownPasswordLinks };
      const stored = { ...shown, isAuthenticated: true };
      localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
    } else if (ended) {
      const { employeeId, email } = ended;
      const left = { user: { email }, employee: { id: employeeId }, isAuthenticated: false };
      localStorage.setItem(STORAGE_KEY, JSON.stringify(left));
    } else {
      localStorage.removeItem(STORAGE_KEY);
    }
  } catch {
    // See readStored.
  }
}

/** Calls back when another tab signs in or out. Returns what stops it. */
export function watchStoredSession(
  onChange: (session: ClientSession | null, ended: EndedSession | null) => void,
): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    // `key` is null when everything was cleared.
    if (key === STORAGE_KEY || key === null)
      onChange(parseStoredSession(newValue), parseEndedSession(newValue));
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
