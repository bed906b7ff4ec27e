import type { ApiOutputs } from 'api/contract';
import { isPassing } from '../../lib/call-errors.ts';
import { trpc } from '../../lib/trpc.ts';

export type SignupLink = ApiOutputs['customers']['signupLink'];

export type SignupLinkState =
  | { status: 'loading' }
  | { status: 'invalid' }
  | { status: 'failed'; onRetry: () => void }
  | { status: 'ready'; link: SignupLink };

/** Whose programme a signup link leads to. */
export function useSignupLink(slug: string): SignupLinkState {
  // Asked once: it rarely changes, and a form somebody is typing into should not look again.
  const query = trpc.customers.signupLink.useQuery(
    { slug },
    { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' },
  );
  if (query.data) return { status: 'ready', link: query.data };
  if (query.isPending) return { status: 'loading' };
  if (!isPassing(query.error)) return { status: 'invalid' };
  return { status: 'failed', onRetry: () => void query.refetch() };
}
