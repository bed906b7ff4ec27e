import { startTransition, useEffect, useState } from 'react';
import { hiddenAddress } from './address.ts';
import { readPageContext } from './page-context.ts';

/**
 * The visitor's place in this remote. Not the shell's router: that would be a tenth of all the JavaScript a
 * customer's phone downloads, for four screens without anything below them. Any other address is another
 * page, and gets loaded as one.
 */

/**
 * Not read from the address bar each time: where tags run that shows less, also after a reload (see
 * address.ts).
 */
let shown: string | undefined;
const listeners = new Set<() => void>();

const addressInBar = () => hiddenAddress() ?? window.location.pathname + window.location.search;
const getShown = () => {
  shown ??= addressInBar();
  return shown;
};

function show(address: string): void {
  shown = address;
  for (const listener of listeners) listener();
}

function onPopState(): void {
  show(addressInBar());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', onPopState);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState);
  };
}

/**
 * Shows another screen of this remote; `replace` puts it into the present one's place in the history. Where
 * the page may run tags, each screen is a page of its own: the server says which ones are free of tags, and a
 * tag watches what a script does to the address bar (see features/tags).
 */
export function goTo(address: string, { replace = false } = {}): void {
  if (readPageContext().tags !== null) {
    window.location[replace ? 'replace' : 'assign'](address);
    return;
  }
  window.history[replace ? 'replaceState' : 'pushState'](null, '', address);
  show(address);
  window.scrollTo(0, 0);
}

/**
 * Path and query of the screen to show. While the next one's files are on their way, the present one stays.
 */
export function useAddress(): string {
  const [address, setAddress] = useState(getShown);
  useEffect(() => {
    const update = () => startTransition(() => setAddress(getShown()));
    update();
    return subscribe(update);
  }, []);
  return address;
}
