import type { ApiOutputs } from 'api/contract';
import { query } from './api.ts';
import { isPassing } from './call-errors.ts';
import { useCall } from './use-call.ts';

export type SignupLink = ApiOutputs['customers']['signupLink'];

export type SignupLinkState =
  | { status: 'loading' }
  | { status: 'invalid' }
  | { status: 'failed'; onRetry: () => void }
  | { status: 'ready'; link: SignupLink };

/** The program of a signup link. */
export function useSignupLink(slug: string): SignupLinkState {
  // Asked once: it rarely changes, and a refetch should not disturb a form that is being filled in.
  const call = useCall(`signup-link/${slug}`, (signal) => query('customers', 'signupLink', { slug }, signal));
  if (call.status === 'done') return { status: 'ready', link: call.data };
  if (call.status === 'loading') return { status: 'loading' };
  if (!isPassing(call.error)) return { status: 'invalid' };
  return { status: 'failed', onRetry: call.retry };
}
