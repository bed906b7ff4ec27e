import type { ApiOutputs } from 'api/contract';
import { isOffline } from 'federation/error-message';
import { trpc } from '../../lib/trpc.ts';

export type ProviderAnswer = ApiOutputs['integrations']['request'];

const POLL_MS = 1_000;
const WAIT_LIMIT_MS = 30_000;

/** For messages: the wait limit in front of the screen, in seconds. */
export const WAIT_LIMIT_SECONDS = WAIT_LIMIT_MS / 1_000;

/**
 * Only the server's worker calls a provider: the screen polls each second for the answer. Resolves to
 * undefined after half a minute without one; throws the server's refusals. A lost connection costs one poll
 * only.
 */
export function useProviderAnswer(): (requestId: string) => Promise<ProviderAnswer | undefined> {
  const { request } = trpc.useUtils().integrations;
  return async (requestId) => {
    const givesUpAt = performance.now() + WAIT_LIMIT_MS;
    while (performance.now() < givesUpAt) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      try {
        const answer = await request.fetch({ requestId }, { staleTime: 0, gcTime: 0, retry: false });
        if (answer.state !== 'waiting') return answer;
      } catch (error) {
        if (!isOffline(error)) throw error;
      }
    }
    return undefined;
  };
}
