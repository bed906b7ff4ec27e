/** `prerendering` is not in TypeScript's library yet: Chromium alone prerenders. */
type MaybePrerendered = Document & { prerendering?: boolean };

/** False for link previews, prefetches and tabs opened in the background. */
export function isPageShown(): boolean {
  return document.visibilityState === 'visible' && !(document as MaybePrerendered).prerendering;
}

/**
 * Calls `then` once the page is visible, perhaps at once. Link previews, prefetches and
 * tabs opened in the background never get there.
 */
export function whenPageIsShown(then: () => void): void {
  if (isPageShown()) {
    then();
    return;
  }
  const look = () => {
    if (!isPageShown()) return;
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('prerenderingchange', look);
    then();
  };
  document.addEventListener('visibilitychange', look);
  document.addEventListener('prerenderingchange', look);
}
