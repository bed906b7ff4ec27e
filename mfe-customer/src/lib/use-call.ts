import { useEffect, useSyncExternalStore } from 'react';
import { type Call, type CallState, createCall } from './call.ts';
import { onReturn } from './on-return.ts';

interface UseCallOptions {
  /** See CallOptions; without it an answer holds as long as the page. */
  staleMs?: number;
  /** False while the moment to ask has not come; the call is 'loading' until then. */
  isWanted?: boolean;
}

/** This page's calls, by key. They outlive the screens, so that coming back shows the last data. */
const calls = new Map<string, Call<unknown>>();

/**
 * An answer of the API and how to ask again. `key` names what is asked, the procedure first
 * ('dashboard/11987654321'); `load` must depend on nothing that the key does not say.
 */
export function useCall<Data>(
  key: string,
  load: (signal: AbortSignal) => Promise<Data>,
  { staleMs = Number.POSITIVE_INFINITY, isWanted = true }: UseCallOptions = {},
): CallState<Data> & { retry: () => void } {
  let call = calls.get(key) as Call<Data> | undefined;
  if (!call) {
    call = createCall(load, { staleMs, onReturn });
    calls.set(key, call as Call<unknown>);
  }
  const { open, retry, subscribe, getState } = call;
  const state = useSyncExternalStore(subscribe, getState);
  useEffect(() => (isWanted ? open() : undefined), [isWanted, open]);
  return { ...state, retry };
}

/** The answers under keys with this prefix are stale. */
export function expireCalls(prefix: string): void {
  for (const [key, call] of calls) if (key.startsWith(prefix)) call.expire();
}

/** The answers under keys with this prefix are gone: the next screen asks anew. */
export function dropCalls(prefix: string): void {
  for (const key of calls.keys()) if (key.startsWith(prefix)) calls.delete(key);
}
