import { bareAddress } from '../../lib/address.ts';

/**
 * Keeps from the tags how one gets from screen to screen: one that listens to clicks would read where a link
 * leads. Each screen of a page with tags is a page of its own, and so is what a link of this origin leads to.
 */
export function keepTheWayToScreens(): void {
  // In the capture phase and added before any tag's own, so that it comes first.
  window.addEventListener('click', followLink, { capture: true });
  window.addEventListener('auxclick', followLink, { capture: true });
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || new URL(link.href, window.location.href).origin !== window.location.origin) return;
  if (bareAddress(link.href) !== undefined) event.stopImmediatePropagation();
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || (link.target !== '' && link.target !== '_self')) return;
  event.preventDefault();
  window.location.assign(link.href);
}
