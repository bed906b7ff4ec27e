import { areShortcutsOn, isTyping } from 'federation/shortcuts-switch';
import { useEffect, useEffectEvent } from 'react';

/**
 * N in a dialog leads on to the next customer. On the screen it is the shell's, which leaves dialogs alone;
 * the device's switch holds for both.
 */
export function useNextKey(onNext: () => void): void {
  const next = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat || isTyping(target) || !areShortcutsOn()) return;
    if (!(target instanceof Element) || !target.closest('[role="dialog"]')) return;
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
