import type { OutboxState } from 'federation/outbox';
import { useRemoteHost } from 'federation/remote-host';
import { useSyncExternalStore } from 'react';

const EMPTY: OutboxState = { purchases: [], othersWaiting: 0 };
const never = () => () => undefined;

/** The purchases that wait on this device; none in a shell that is older than its outbox. */
export function useOutboxState(): OutboxState {
  const { outbox } = useRemoteHost();
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.getState ?? (() => EMPTY));
}
