import { type RefObject, useEffect, useRef } from 'react';

/**
 * A link that changes the page without loading one would leave the keyboard and the screen reader where the
 * link was, and the scroll position where the last page left it. The focus goes to the new screen's heading;
 * while that is on its way, `target` has it. The first page is left as the browser opened it.
 */
export function useFocusOnNavigation<T extends HTMLElement>(pathname: string): RefObject<T | null> {
  const target = useRef<T>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    const page = target.current;
    if (!page || shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    if (focusHeading(page)) return;
    page.focus({ preventScroll: true });
    const arrival = new MutationObserver(() => {
      // A focus that has moved on meanwhile is left alone.
      if (document.activeElement !== page || focusHeading(page)) arrival.disconnect();
    });
    arrival.observe(page, { childList: true, subtree: true });
    return () => arrival.disconnect();
  }, [pathname]);
  return target;
}

function focusHeading(page: HTMLElement): boolean {
  const heading = page.querySelector<HTMLElement>('h1[tabindex]');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
