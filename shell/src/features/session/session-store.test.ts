import type { ClientSession } from 'domain/session';
import { describe, expect, it } from 'vitest';
import { createSessionStore, type SessionCalls } from './session-store.ts';

const ANA = { user: { id: 'ana' } } as ClientSession;
const RUI = { user: { id: 'rui' } } as ClientSession;
const offline = () => Promise.reject(new Error('no network'));

/** A store over a fake API and a storage that the test can read. */
function storeWith(calls: Partial<SessionCalls>, stored: ClientSession | null = null) {
  const storage = { kept: stored };
  const store = createSessionStore(
    { session: async () => null, login: async () => ANA, logout: async () => null, ...calls },
    { read: () => storage.kept, write: (session) => (storage.kept = session) },
  );
  return { store, storage };
}

describe('the session store', () => {
  it('paints what the browser kept before the server has answered', () => {
    const { store } = storeWith({}, ANA);
    expect(store.getState()).toEqual({ session: ANA, check: 'asking' });
  });

  it("replaces what the browser kept by the server's answer", async () => {
    const { store, storage } = storeWith({ session: async () => RUI }, ANA);
    await store.refresh();
    expect(store.getState()).toEqual({ session: RUI, check: 'known' });
    expect(storage.kept).toBe(RUI);
  });

  it('forgets a session that the server has ended', async () => {
    const { store, storage } = storeWith({ session: async () => null }, ANA);
    await store.refresh();
    expect(store.getState()).toEqual({ session: null, check: 'known' });
    expect(storage.kept).toBeNull();
  });

  it('keeps a painted session when the server cannot be asked, and says so', async () => {
    const { store, storage } = storeWith({ session: offline }, ANA);
    await store.refresh();
    expect(store.getState()).toEqual({ session: ANA, check: 'failed' });
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
    expect(store.getState()).toEqual({ session: null, check: 'known' });
  });

  it('stays signed in when a logout did not reach the server, whose cookie is still good', async () => {
    const { store, storage } = storeWith({ logout: offline }, ANA);
    await expect(store.logout()).rejects.toThrow('no network');
    expect(store.getState().session).toBe(ANA);
    expect(storage.kept).toBe(ANA);
  });

  it("takes over another tab's login or logout without asking or writing again", () => {
    const { store, storage } = storeWith({ session: offline }, ANA);
    store.adopt(null);
    expect(store.getState()).toEqual({ session: null, check: 'known' });
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
