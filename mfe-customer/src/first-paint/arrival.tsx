import { FIRST_PAINT_ID } from 'domain/first-paint';
import { hideFailedImage } from 'ui/avatar';
import { restoreAddress } from '../lib/address.ts';
import { ArrivalFailure } from './arrival-failure.tsx';
import type { Markup } from './jsx-runtime.ts';
import { morph } from './morph.ts';

/**
 * The script of pages that show nothing of their own until the application is here. It reports a failed load
 * instead of leaving a skeleton forever.
 */

/**
 * On a dying connection a file neither fails nor arrives. An application that comes later still takes over.
 */
const GIVE_UP_MS = 30_000;
/** A retry waits this long for its prefetch. */
const FETCH_MS = 5_000;

/**
 * The application's first files, by the page's own tags; what it asks for afterwards, in the head, is its own
 * to say.
 */
const FIRST_FILES = 'body > :is(script[src^="/assets/"], link[rel="stylesheet"][href^="/assets/"])';

restoreAddress();

function sayFailure() {
  const main = document.querySelector(`#${FIRST_PAINT_ID} main`);
  if (!main) return;
  const wanted = document.createElement('div');
  wanted.innerHTML = ((<ArrivalFailure />) as unknown as Markup).text;
  morph(main, wanted);
}

/** An application without its styles would be unreadable: without its place in the page it does not start. */
function sayFailureOf(file: Element) {
  if (file instanceof HTMLLinkElement) document.getElementById('root')?.remove();
  sayFailure();
}

/** Past the browser's caches, which keep a damaged file as long as a sound one. */
async function retry(button: HTMLButtonElement) {
  button.disabled = true;
  const files = [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(FIRST_FILES)];
  const fetched = files.map(async (file) => {
    const address = file instanceof HTMLLinkElement ? file.href : file.src;
    return await (await fetch(address, { cache: 'reload' })).blob();
  });
  const waitLimit = new Promise((resolve) => setTimeout(resolve, FETCH_MS));
  await Promise.race([Promise.allSettled(fetched), waitLimit]);
  window.location.reload();
}

document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target instanceof HTMLImageElement && target.closest(`#${FIRST_PAINT_ID}`)) hideFailedImage(target);
    if (target.matches(FIRST_FILES)) sayFailureOf(target);
  },
  true,
);
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>(`#${FIRST_PAINT_ID} button`);
  if (button) void retry(button);
});
setTimeout(sayFailure, GIVE_UP_MS);
