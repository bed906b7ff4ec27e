import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { SHOWN_LINKS, writePutOff } from '../../lib/put-off.ts';
import { createSessionStore } from './session-store.ts';
import {
  readEndedSession,
  readStoredSession,
  watchStoredSession,
  writeStoredSession,
} from './stored-session.ts';

/**
 * The one session of this page. Importing this module is what asks the server, once at each start; public
 * pages don't import it, so a customer's browser neither asks nor stores anything.
 */
export const session = createSessionStore(
  {
    session: () => api.auth.session.query(),
    login: (input) => api.auth.startLogin.mutate(input),
    logout: () => api.auth.logout.mutate({}),
  },
  { read: readStoredSession, readEnded: readEndedSession, write: writeStoredSession },
);

/**
 * Signing out, on any page, removes what was typed in this tab and not saved. The end of any session makes
 * the next one tell again of links to the password.
 */
session.subscribe(() => {
  const { session: signedIn, isSignedOut } = session.getState();
  if (isSignedOut) forgetTyped();
  else if (!signedIn) writePutOff(SHOWN_LINKS, '');
});

function forgetTyped(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Switched off: it holds nothing.
  }
}

watchStoredSession(session.adopt);
window.addEventListener('online', () => void session.refresh());
void session.refresh();

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.getState);
}
