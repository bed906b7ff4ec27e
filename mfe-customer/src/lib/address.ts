/**
 * A tag reads the page's address by itself and sends it home, and ours hold a phone number or a token. So
 * before the first tag runs the address bar gets the bare address of the same screen, and the real one stays
 * in this tab: the history entry knows by which name, so a reload and coming back find it again. The entry
 * itself never holds it: a tag manager sends along what the history's state holds.
 */

const PERSONAL = /^(\/customer\/(?:cashback|redemption|dashboard))\/[^/]+\/?$/i;
const BARE = /^\/customer\/(?:cashback|redemption|dashboard)\/?$/i;
const STORED = 'endereco:';
/** The one query parameter that is ours and holds no secret. */
const KEPT_PARAMETER = 'loja';

interface EntryState {
  address?: string;
}

/** '/customer/cashback/CASHBACK_x' → '/customer/cashback'. undefined for an address without personal data. */
export function bareAddress(address: string, base: string = window.location.href): string | undefined {
  const { pathname, searchParams } = new URL(address, base);
  const bare = PERSONAL.exec(pathname)?.[1];
  if (bare === undefined) return undefined;
  const merchant = searchParams.get(KEPT_PARAMETER);
  return merchant === null ? bare : `${bare}?${new URLSearchParams({ [KEPT_PARAMETER]: merchant })}`;
}

/** Puts the bare address into the bar. Answers false where this tab may keep nothing: then no tag may run. */
export function hideAddress(): boolean {
  const bare = bareAddress(window.location.href);
  if (bare === undefined) return true;
  const { pathname, search } = window.location;
  const { address: known } = (history.state ?? {}) as EntryState;
  const name = known ?? Math.random().toString(36).slice(2);
  try {
    sessionStorage.setItem(STORED + name, pathname + search);
  } catch {
    return false;
  }
  history.replaceState({ ...(history.state as object | null), address: name }, '', bare);
  return true;
}

/** The real address of the page that stands in the bar without it; undefined where nothing is hidden. */
export function hiddenAddress(): string | undefined {
  const { address } = (history.state ?? {}) as EntryState;
  if (typeof address !== 'string' || !BARE.test(window.location.pathname)) return undefined;
  try {
    const stored = sessionStorage.getItem(STORED + address) ?? '';
    // Other scripts of this page can write there too: it leads back to a screen of ours, or nowhere.
    return PERSONAL.test(stored.split('?')[0] ?? '') ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Puts it back, before anything reads the address. */
export function restoreAddress(): void {
  const address = hiddenAddress();
  if (address !== undefined) history.replaceState(history.state, '', address);
}
