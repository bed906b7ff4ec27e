import { isHiccup } from './call-errors.ts';

export type CallState<Data> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'done'; data: Data };

export interface CallOptions {
  /** An answer this old is shown and refetched when a screen with it opens or is visited again. */
  staleMs: number;
  /** Calls `listener` each time the network is back or the page is visible again; returns the unsubscribe. */
  onReturn: (listener: () => void) => () => void;
}

/** The waits before each retry of a passing failure. */
const RETRY_DELAYS_MS = [1_000, 2_000];
/** On a dying connection a request neither fails nor ends; after this long an attempt counts as failed. */
const ATTEMPT_DEADLINE_MS = 20_000;

/**
 * One API call and its state. However many components show it, and however often React mounts them, it is
 * made once; a screen that is reopened while the answer is fresh shows it at once.
 *
 * `load` gets a signal that aborts at the attempt's deadline, or when the last component is gone.
 */
export function createCall<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  { staleMs, onReturn }: CallOptions,
) {
  let state: CallState<Data> = { status: 'loading' };
  let doneAt = Number.NEGATIVE_INFINITY;
  let running: AbortController | undefined;
  let users = 0;
  let stopListening: (() => void) | undefined;
  const listeners = new Set<() => void>();

  function set(next: CallState<Data>) {
    state = next;
    for (const listener of listeners) listener();
  }

  function run() {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    // The last data stays on the screen during a refetch.
    if (state.status === 'failed') set({ status: 'loading' });
    loadWithRetries(load, controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        running = undefined;
        doneAt = Date.now();
        set({ status: 'done', data });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        running = undefined;
        if (state.status !== 'done') set({ status: 'failed', error });
      },
    );
  }

  const isStale = () => Date.now() - doneAt >= staleMs;

  function lookAgain() {
    if (running) return;
    if (state.status === 'done' ? isStale() : state.status === 'failed' && isHiccup(state.error)) run();
  }

  function leave() {
    if (users > 0) return;
    stopListening?.();
    stopListening = undefined;
    running?.abort();
    running = undefined;
  }

  return {
    getState: () => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Shows it: asks unless a fresh answer is here or on its way. Returns how to stop showing it. */
    open(): () => void {
      users += 1;
      stopListening ??= onReturn(lookAgain);
      if (!running && (state.status !== 'done' || isStale())) run();
      return () => {
        users -= 1;
        // StrictMode closes what it opens again in the same breath, which is no reason to ask twice.
        setTimeout(leave);
      };
    },

    /** Refetches on the user's request. */
    retry: run,

    /** The data is stale: it is refetched when it is next shown. */
    expire() {
      doneAt = Number.NEGATIVE_INFINITY;
    },
  };
}

export type Call<Data> = ReturnType<typeof createCall<Data>>;

/** Retries passing failures. Rejects with the last failure; errors after `signal` are ignored. */
async function loadWithRetries<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  signal: AbortSignal,
): Promise<Data> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await attempt(load, signal);
    } catch (error) {
      if (signal.aborted || !isHiccup(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (signal.aborted) throw error;
    }
  }
  return attempt(load, signal);
}

async function attempt<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  signal: AbortSignal,
): Promise<Data> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ATTEMPT_DEADLINE_MS);
  // (`AbortSignal.any` and `.timeout` are too new for some phones.)
  signal.addEventListener('abort', abort);
  try {
    return await load(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
