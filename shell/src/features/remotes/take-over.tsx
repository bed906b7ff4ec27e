import { useLayoutEffect } from 'react';
import { takeOver, whenPresentable } from '../../lib/first-paint.ts';

/** Beside a remote's screen: it is mounted with that screen, once nothing of it is on its way any more. */
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
