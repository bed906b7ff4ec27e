import { APPLICATION_ID, FIRST_PAINT_ID } from 'domain/first-paint';
import { pageTitle } from 'domain/page-title';
import { hideFailedImage } from 'ui/avatar';
import { type ConfirmationKind, startConfirmation } from '../features/confirmations/confirmation.ts';
import { ConfirmationView, confirmationTitle } from '../features/confirmations/confirmation-view.tsx';
import { readOpenedCode } from '../features/confirmations/opened-code.ts';
import { whenPageIsShown } from '../features/confirmations/page-shown.ts';
import { restoreAddress } from '../lib/address.ts';
import { readPageContext } from '../lib/page-context.ts';
import type { Markup } from './jsx-runtime.ts';
import { morph } from './morph.ts';

/**
 * The script in the page that a QR code opens: it confirms, shows the outcome in the page's own markup and
 * only then lets the application in, which goes on from `window.confirmation`.
 */

/** After this wait the application is loaded before the answer. */
const APPLICATION_AFTER_MS = 4_000;

restoreAddress();
const code = readOpenedCode();
if (code) start(code.kind, code.token);
else whenParsed(addApplication);

function start<Kind extends ConfirmationKind>(kind: Kind, token: string): void {
  const confirmation = startConfirmation(kind, token);
  window.confirmation = confirmation as NonNullable<Window['confirmation']>;

  /**
   * The server's page says already that it is under way; drawing that again would hold its first frame up.
   */
  let isAsSent = true;

  function show() {
    const page = document.getElementById(FIRST_PAINT_ID);
    // The application has taken over, and shows what follows.
    if (!page) return;
    const state = confirmation.getState();
    if ('onProved' in state) return addApplication();
    if (isAsSent && state.status === 'processing' && !state.isSlow) return;
    isAsSent = false;
    const view = { kind, state, merchant: readPageContext().merchant };
    // The outcome is longer than the spinner. A footer that is moved down would be content that jumps; a new
    // one is not.
    if (state.status !== 'processing') page.querySelector('footer')?.remove();
    morph(page, parse((<ConfirmationView {...view} />) as unknown as Markup));
    const { title, site } = confirmationTitle(view);
    document.title = pageTitle(title, site);
    if (state.status === 'processing') return;
    page.querySelector('h1')?.focus({ preventScroll: true });
    afterNextPaint(addApplication);
  }

  confirmation.subscribe(() => whenParsed(show));
  whenPageIsShown(() => setTimeout(addApplication, APPLICATION_AFTER_MS));
  document.addEventListener('click', ({ target }) => {
    const state = confirmation.getState();
    const isRetry = target instanceof Element && target.closest(`#${FIRST_PAINT_ID} button`) !== null;
    if (isRetry && state.status === 'failed') state.onRetry?.();
  });
  // A picture's error event does not bubble; it can only be captured.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement && target.closest(`#${FIRST_PAINT_ID}`)) hideFailedImage(target);
    },
    true,
  );
}

/**
 * Parsed by an element of this very document: in another one no script runs, so noscript would count as
 * content.
 */
function parse({ text }: Markup): Element {
  const element = document.createElement('div');
  element.innerHTML = text;
  return element;
}

function whenParsed(then: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then, { once: true });
  else then();
}

/** The result first: when the second frame begins, the first is on the screen and cannot be held up. */
function afterNextPaint(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then));
}

/**
 * Once; a script in a template runs as soon as it is in the page. Without a network there is nothing to be
 * had.
 */
function addApplication(): void {
  if (!navigator.onLine) return;
  const template = document.getElementById(APPLICATION_ID);
  if (!(template instanceof HTMLTemplateElement)) return;
  template.remove();
  document.head.append(template.content);
}
