import { useRemoteHost } from 'federation/remote-host';
import { useEffect } from 'react';

/**
 * While `hasChanges` (a form's `formState.isDirty`), leaving asks 'Sair sem salvar?': by a link, by
 * `navigate()`, to another tab of the screen that is kept in the address, with the back button, by signing
 * out. Closing or reloading the browser's tab asks with the browser's own text.
 */
export function useLeaveGuard(hasChanges: boolean): void {
  const { blockLeaving } = useRemoteHost();
  useEffect(() => {
    if (!hasChanges) return;
    const release = blockLeaving?.();
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Browsers of before 2024 go by this.
      event.returnValue = 'true';
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      release?.();
      window.removeEventListener('beforeunload', ask);
    };
  }, [hasChanges, blockLeaving]);
}
