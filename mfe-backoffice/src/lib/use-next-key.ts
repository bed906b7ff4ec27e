import { useEffect, useEffectEvent } from 'react';

/**
 * N leads on to the next customer: pressed outside of a field, on the screen while no dialog is open, or in
 * the dialog.
 */
export function useNextKey(place: 'screen' | 'dialog', onNext: () => void): void {
  const next = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest('input, textarea, select, [contenteditable]')) return;
    const isInDialog = target.closest('dialog, [role="dialog"]') !== null;
    if (isInDialog !== (place === 'dialog')) return;
    // Or the letter would be typed into the field that gets the focus.
    event.preventDefault();
    onNext();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => next(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
