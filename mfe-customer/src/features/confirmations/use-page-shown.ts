import { useEffect, useState } from 'react';

/** `prerendering` is not in TypeScript's library yet: Chromium alone prerenders. */
type MaybePrerendered = Document & { prerendering?: boolean };

function isShown(): boolean {
  return document.visibilityState === 'visible' && !(document as MaybePrerendered).prerendering;
}

/**
 * Turns true once a person can see the page and stays so. Link previews, prefetches and tabs opened in the
 * background never get there.
 */
export function usePageShown(): boolean {
  const [hasBeenShown, setHasBeenShown] = useState(isShown);
  useEffect(() => {
    if (hasBeenShown) return;
    const look = () => setHasBeenShown(isShown());
    look();
    document.addEventListener('visibilitychange', look);
    document.addEventListener('prerenderingchange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('prerenderingchange', look);
    };
  }, [hasBeenShown]);
  return hasBeenShown;
}
