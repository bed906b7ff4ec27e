import { screenOwner } from 'domain/screens';
import type { EndedSession } from './session-store.ts';

/** The history state of /login: the page that was left, and its employee. */
export interface LoginState {
  email?: string | undefined;
  /** The page of the back office that asked for a login. */
  address?: string | undefined;
  /** The employee whose page it was; another one is not led there. */
  employeeId?: string | undefined;
}

export const loginStateFor = (address: string, ended: EndedSession | null): LoginState => ({
  address,
  email: ended?.email,
  employeeId: ended?.employeeId,
});

/** Where a login leads: back to the same person's page, else to the start. */
export function addressAfterLogin(state: unknown, employeeId: string, start = '/dashboard'): string {
  const { address, employeeId: former } = (state ?? {}) as LoginState;
  if (typeof address !== 'string' || (former !== undefined && former !== employeeId)) return start;
  // A path of the back office and nothing else, whatever the history says.
  const owner = screenOwner(address.split(/[?#]/, 1)[0] ?? '');
  return owner === 'mfe_analytics' || owner === 'mfe_backoffice' ? address : start;
}
