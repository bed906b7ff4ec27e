import { useIsConnectionLost } from 'federation/use-connection';
import type { ReactNode } from 'react';
import { Alert } from 'ui/alert';

/** Beside a button that needs the network, for as long as there is none. */
export function OfflineNote({ children }: { children: ReactNode }) {
  return useIsConnectionLost() ? <Alert tone="warning">{children}</Alert> : null;
}
