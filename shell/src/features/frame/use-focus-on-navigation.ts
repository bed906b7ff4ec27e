import { type RefObject, useEffect, useRef } from 'react';

/**
 * A link that changes the page without loading one would leave the keyboard and the screen reader where the
 * link was, and the scroll position where the last page left it. The focus goes to the new screen's heading,
 * or to `target` while that is on its way. The first page is left as the browser opened it.
 */
export function useFocusOnNavigation<T extends HTMLElement>(pathname: string): RefObject<T | null> {
  const target = useRef<T>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = target.current?.querySelector<HTMLElement>('h1[tabindex]');
    (heading ?? target.current)?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return target;
}
