import { startTransition, useEffect, useState } from 'react';
import { hiddenAddress } from './address.ts';

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

let isEachAPage = false;

/**
 * From now on each screen is loaded as a page: tags watch what a script does to the address bar (see
 * features/tags).
 */
export function loadEachScreen(): void {
  isEachAPage = true;
}

/** Shows another screen of this remote; `replace` puts it into the present one's place in the history. */
export function goTo(address: string, { replace = false } = {}): void {
  if (isEachAPage) {
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
