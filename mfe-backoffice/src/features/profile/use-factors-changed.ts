import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';

/**
 * Says what was done to the second step, and reads again what depends on it. Without a message where a dialog
 * of recovery codes says it, which a toast would cover.
 */
export function useFactorsChanged(): (message?: string | false) => Promise<void> {
  const { notify, onSessionChanged } = useRemoteHost();
  const { auth } = trpc.useUtils();
  return (message) => {
    if (message) notify.success(message);
    // The first factor ends the other sessions.
    void auth.sessions.invalidate();
    // The merchant may demand it.
    onSessionChanged?.();
    return auth.factors.invalidate();
  };
}
