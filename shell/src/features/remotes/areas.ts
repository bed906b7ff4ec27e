import { screenOwner } from 'domain/screens';
import type { RemoteName } from './remote-directory.ts';

export interface Area {
  remote: RemoteName;
  /** Only with a session, inside the back-office frame. */
  isProtected: boolean;
}

/** '/cashback' and '/customers/{id}' → mfe_backoffice, protected. Undefined for a path without a remote. */
export function findArea(pathname: string): Area | undefined {
  const owner = screenOwner(pathname);
  if (owner === undefined || owner === 'shell') return undefined;
  return { remote: owner, isProtected: owner !== 'mfe_customer' };
}
