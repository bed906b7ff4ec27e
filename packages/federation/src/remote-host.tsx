import type { ClientSession } from 'domain/session';
import { createContext, type ReactNode, useContext } from 'react';
import type { RemoteHost } from './remote-module.ts';

const RemoteHostContext = createContext<RemoteHost | undefined>(undefined);

/** Hands what the shell gave a remote's `app.tsx` to the screens below it. */
export function RemoteHostProvider({ host, children }: { host: RemoteHost; children: ReactNode }) {
  return <RemoteHostContext value={host}>{children}</RemoteHostContext>;
}

/** Toasts and the session as the shell gave them. Throws outside of a remote's `app.tsx`. */
export function useRemoteHost(): RemoteHost {
  const host = useContext(RemoteHostContext);
  if (!host) throw new Error('useRemoteHost outside of RemoteHostProvider');
  return host;
}

/** The session, for the back-office screens, which the shell mounts for signed-in employees only. */
export function useStaffSession(): ClientSession {
  const { session } = useRemoteHost();
  if (!session) throw new Error('a back-office screen was mounted without a session');
  return session;
}
