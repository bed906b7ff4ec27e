import { useLayoutEffect } from 'react';
import { takeOver, whenPresentable } from '../../lib/first-paint.ts';

/** Beside a remote's screen: it mounts with that screen, once all of it has loaded. */
export function TakeOver() {
  useLayoutEffect(() => {
    const root = document.getElementById('root');
    if (!root) return;
    let isMounted = true;
    void whenPresentable(root).then(() => isMounted && takeOver(root));
    return () => {
      isMounted = false;
    };
  }, []);
  return null;
}
