import { FIRST_PAINT_ID } from 'domain/first-paint';
import { hideFailedImage } from 'ui/avatar';
import { restoreAddress } from '../lib/address.ts';
import { ArrivalFailure } from './arrival-failure.tsx';
import { become } from './become.ts';
import type { Markup } from './jsx-runtime.ts';

/**
 * The script in the pages that show nothing of their own until the application is here: it says so when that does not come,
 * rather than letting a skeleton promise something for ever.
 */

/** On a dying connection a file neither fails nor arrives. An application that comes later still takes over. */
const GIVE_UP_MS = 30_000;

restoreAddress();

function sayFailure() {
  const main = document.querySelector(`#${FIRST_PAINT_ID} main`);
  if (!main) return;
  const wanted = document.createElement('div');
  wanted.innerHTML = ((<ArrivalFailure />) as unknown as Markup).text;
  become(main, wanted);
}

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.closest(`#${FIRST_PAINT_ID}`)) hideFailedImage(target);
    // The page's own tag; what the application asks for afterwards is the application's to say.
    if (target instanceof HTMLScriptElement && target.defer) sayFailure();
  },
  true,
);
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest(`#${FIRST_PAINT_ID} button`)) window.location.reload();
});
setTimeout(sayFailure, GIVE_UP_MS);
