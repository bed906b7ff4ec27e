import type { ClientSession } from 'domain/session';
import { isRefusal } from 'federation/error-message';

/** A login after its password: a session, or the token of one that waits for the second step. */
export interface StartedLogin {
  session: ClientSession | null;
  halfOpenToken: string | null;
  /** What may follow the password, besides a recovery code. */
  factors: ('app' | 'passkey')[];
}

/** The API's calls about sessions, as the store needs them. */
export interface SessionCalls {
  session: () => Promise<ClientSession | null>;
  login: (input: { email: string; password: string }) => Promise<StartedLogin>;
  logout: () => Promise<unknown>;
}

/** The employee whose session ended by itself. */
export interface EndedSession {
  employeeId: string;
  email: string;
}

export interface SessionStorage {
  read: () => ClientSession | null;
  readEnded: () => EndedSession | null;
  write: (session: ClientSession | null, ended: EndedSession | null) => void;
}

export interface SessionState {
  session: ClientSession | null;
  /** Without a session: whose it was, unless they signed out. */
  ended: EndedSession | null;
  /** They signed out, here or in another tab: a login after that starts over. */
  isSignedOut: boolean;
  /**
   * The server's answer: 'asking' until the first one, 'failed' when it could not be reached, 'known' after
   * that.
   */
  check: 'asking' | 'failed' | 'known';
}

/**
 * The session. Starts with the browser's copy, so that the frame paints at once, and follows the server's
 * answer as soon as it comes. A network failure ends no session; only the server does.
 */
export function createSessionStore(calls: SessionCalls, storage: SessionStorage) {
  let state: SessionState = {
    session: storage.read(),
    ended: storage.readEnded(),
    isSignedOut: false,
    check: 'asking',
  };
  const listeners = new Set<() => void>();
  /** Signing in or out overtakes an answer that is still on its way and would undo it. */
  let latestChange = 0;
  /** Other calls are refused once the server has signed out, perhaps before its answer is here. */
  let isSigningOut = false;

  function set(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function settle(session: ClientSession | null, ended: EndedSession | null = null, isSignedOut = false) {
    latestChange += 1;
    storage.write(session, ended);
    set({ session, ended, isSignedOut, check: 'known' });
  }

  /** By the server's word, not by 'Sair'. */
  function end() {
    if (isSigningOut || state.isSignedOut) return;
    const { session } = state;
    settle(null, session ? { employeeId: session.employee.id, email: session.user.email } : state.ended);
  }

  return {
    getState: () => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Asks the server who is signed in. Never throws: see `check`. */
    async refresh(): Promise<void> {
      const change = latestChange;
      try {
        const session = await calls.session();
        if (change !== latestChange) return;
        if (session) settle(session);
        else end();
      } catch {
        if (change === latestChange) set({ ...state, check: 'failed' });
      }
    },

    /** Returns what the second step is to be done with, if there is one. Throws what the API refused with. */
    async login(input: { email: string; password: string }): Promise<StartedLogin> {
      const started = await calls.login(input);
      if (started.session) settle(started.session);
      return started;
    },

    /**
     * Throws when the server could not be reached: the cookie would still be valid, so saying 'signed out'
     * would be a lie on a shared computer.
     */
    async logout(): Promise<void> {
      isSigningOut = true;
      try {
        await calls.logout();
      } catch (error) {
        if (!isRefusal(error, 'unauthenticated')) throw error;
      } finally {
        isSigningOut = false;
      }
      settle(null, null, true);
    },

    /** Another call than the login's started it. */
    begin: (session: ClientSession) => settle(session),

    /** Another call than the logout's ended it, as the employee wished. */
    signedOut: () => settle(null, null, true),
    /** The server already said so, to another call. */
    forget: end,

    /** Another tab signed in or out; it has written the storage already. */
    adopt(session: ClientSession | null, ended: EndedSession | null) {
      latestChange += 1;
      set({ session, ended, isSignedOut: !session && !ended, check: 'known' });
    },
  };
}
