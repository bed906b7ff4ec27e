import type { ClientSession } from 'domain/session';
import { describe, expect, it } from 'vitest';
import {
  createSessionStore,
  type EndedSession,
  type SessionCalls,
  type StartedLogin,
} from './session-store.ts';

const signedIn = (id: string) =>
  ({ user: { id, email: `${id}@exemplo.com.br` }, employee: { id } }) as ClientSession;
const ANA = signedIn('ana');
const RUI = signedIn('rui');
const ANA_ENDED = { employeeId: 'ana', email: 'ana@exemplo.com.br' };
const offline = () => Promise.reject(new Error('no network'));

/** A store over a fake API and a storage that the test can read. */
function storeWith(calls: Partial<SessionCalls>, stored: ClientSession | null = null) {
  const storage: { kept: ClientSession | null; ended: EndedSession | null } = { kept: stored, ended: null };
  const store = createSessionStore(
    {
      session: async () => null,
      login: async () => ({ session: ANA, halfOpenToken: null, factors: [] }),
      logout: async () => null,
      ...calls,
    },
    {
      read: () => storage.kept,
      readEnded: () => storage.ended,
      write: (session, ended) => Object.assign(storage, { kept: session, ended }),
    },
  );
  return { store, storage };
}

describe('the session store', () => {
  it('paints what the browser kept before the server has answered', () => {
    const { store } = storeWith({}, ANA);
    expect(store.getState()).toMatchObject({ session: ANA, check: 'asking' });
  });

  it("replaces what the browser kept by the server's answer", async () => {
    const { store, storage } = storeWith({ session: async () => RUI }, ANA);
    await store.refresh();
    expect(store.getState()).toMatchObject({ session: RUI, check: 'known' });
    expect(storage.kept).toBe(RUI);
  });

  it('forgets a session that the server has ended', async () => {
    const { store, storage } = storeWith({ session: async () => null }, ANA);
    await store.refresh();
    expect(store.getState()).toMatchObject({ session: null, check: 'known' });
    expect(storage.kept).toBeNull();
  });

  it('keeps whose session it was when it ends by itself, so that the login can lead back', async () => {
    const { store, storage } = storeWith({}, ANA);
    store.forget();
    expect(store.getState()).toMatchObject({ session: null, ended: ANA_ENDED, isSignedOut: false });
    expect(storage.ended).toEqual(ANA_ENDED);
    await store.login({ email: 'ana@exemplo.com.br', password: 'segredo' });
    expect([store.getState().ended, storage.ended]).toEqual([null, null]);
  });

  it('starts no session while a login waits for its second step', async () => {
    const started: StartedLogin = { session: null, halfOpenToken: 'token', factors: ['passkey'] };
    const { store, storage } = storeWith({ login: async () => started });
    expect(await store.login({ email: 'ana@exemplo.com.br', password: 'segredo' })).toBe(started);
    expect([store.getState().session, storage.kept]).toEqual([null, null]);
    store.begin(ANA);
    expect([store.getState().session, storage.kept]).toEqual([ANA, ANA]);
  });

  it('keeps nothing of who signed out, here or in another tab', async () => {
    const { store, storage } = storeWith({}, ANA);
    await store.logout();
    expect(store.getState()).toMatchObject({ ended: null, isSignedOut: true });
    expect(storage.ended).toBeNull();
    const other = storeWith({}, ANA).store;
    other.adopt(null, null);
    expect(other.getState().isSignedOut).toBe(true);
    other.adopt(null, ANA_ENDED);
    expect(other.getState()).toMatchObject({ ended: ANA_ENDED, isSignedOut: false });
  });

  it('keeps a painted session when the server cannot be asked, and says so', async () => {
    const { store, storage } = storeWith({ session: offline }, ANA);
    await store.refresh();
    expect(store.getState()).toMatchObject({ session: ANA, check: 'failed' });
    expect(storage.kept).toBe(ANA);
  });

  it('does not let an older answer undo a logout', async () => {
    let answer: (session: ClientSession) => void = () => undefined;
    const slow = new Promise<ClientSession>((resolve) => {
      answer = resolve;
    });
    const { store } = storeWith({ session: () => slow }, ANA);
    const asked = store.refresh();
    await store.logout();
    answer(ANA);
    await asked;
    expect(store.getState()).toMatchObject({ session: null, check: 'known' });
  });

  it('takes a call that is refused during a logout for no session that ended by itself', async () => {
    const { store, storage } = storeWith({ logout: async () => store.forget() }, ANA);
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(store.getState().ended));
    await store.logout();
    expect([seen, storage.ended]).toEqual([[null], null]);
    store.begin(ANA);
    store.forget();
    expect(store.getState().ended).toEqual(ANA_ENDED);
  });

  it('takes a refusal that comes after a logout for no session that ended by itself', async () => {
    const { store } = storeWith({}, ANA);
    await store.logout();
    store.forget();
    expect(store.getState()).toMatchObject({ session: null, ended: null, isSignedOut: true });
    await store.login({ email: 'ana@exemplo.com.br', password: 'ana' });
    store.forget();
    expect(store.getState()).toMatchObject({ session: null, ended: ANA_ENDED, isSignedOut: false });
  });

  it('stays signed in when a logout did not reach the server, whose cookie is still good', async () => {
    const { store, storage } = storeWith({ logout: offline }, ANA);
    await expect(store.logout()).rejects.toThrow('no network');
    expect(store.getState().session).toBe(ANA);
    expect(storage.kept).toBe(ANA);
  });

  it("takes over another tab's login or logout without asking or writing again", () => {
    const { store, storage } = storeWith({ session: offline }, ANA);
    store.adopt(null, null);
    expect(store.getState()).toMatchObject({ session: null, check: 'known' });
    expect(storage.kept).toBe(ANA);
  });

  it('tells its listeners of each change until they leave', async () => {
    const { store } = storeWith({});
    let told = 0;
    const leave = store.subscribe(() => {
      told += 1;
    });
    await store.login({ email: 'ana@exemplo.com.br', password: 'segredo' });
    leave();
    await store.logout();
    expect(told).toBe(1);
  });
});
