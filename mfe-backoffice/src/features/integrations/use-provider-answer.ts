import type { ApiOutputs } from 'api/contract';
import { isOffline } from 'federation/error-message';
import { trpc } from '../../lib/trpc.ts';

export type ProviderAnswer = ApiOutputs['integrations']['request'];

const POLL_MS = 1_000;
const PATIENCE_MS = 30_000;

/** For messages: how long somebody is kept waiting in front of the screen. */
export const PATIENCE_SECONDS = PATIENCE_MS / 1_000;

/**
 * Only the server's worker calls a provider: whoever asked for something asks each second whether it has an
 * answer. Resolves to undefined where there is none after half a minute; throws what the server refuses. A
 * lost connection costs a turn only.
 */
export function useProviderAnswer(): (requestId: string) => Promise<ProviderAnswer | undefined> {
  const { request } = trpc.useUtils().integrations;
  return async (requestId) => {
    const givesUpAt = performance.now() + PATIENCE_MS;
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
