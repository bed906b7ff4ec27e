import { trpc } from '../../lib/trpc.ts';
import type { Integration } from './integration-values.ts';

/** Refetched at each visit and never while the form is edited. */
export function useIntegrations() {
  return trpc.integrations.list.useQuery(undefined, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
}

/** Replaces the shown values by the stored ones. */
export function useShowStored(): (stored: Integration) => void {
  const { list } = trpc.useUtils().integrations;
  return (stored) =>
    list.setData(
      undefined,
      (shown) =>
        shown && {
          integrations: shown.integrations.map((each) => (each.provider === stored.provider ? stored : each)),
        },
    );
}
