import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `focus` when the screen becomes ready for the next customer: on arrival and whenever `isReady` turns
 * true again. A turn later than effects run, because the frame focuses the new page's heading in one of them
 * and a closing dialog lets go of the focus in another.
 */
export function useReadyFocus(isReady: boolean, focus: () => void): void {
  const focusNow = useEffectEvent(focus);
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => focusNow());
    return () => clearTimeout(timer);
  }, [isReady]);
}
