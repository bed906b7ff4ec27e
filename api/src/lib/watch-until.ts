import type { Live } from './live.ts';

/** How long a lost publication (another process, no Redis) can go unnoticed. */
const POLL_MS = 2_000;
/** A dialog left open overnight does not poll forever; the screen subscribes anew when it is used. */
const MAX_WATCH_MS = 30 * 60 * 1_000;

/**
 * Yields false at once if `isDone` is not yet so, then true when it is, and ends. Wakes at each publication of
 * `subject` and every 2 s besides, so that it is right without any messaging.
 */
export async function* watchUntil(
  live: Live,
  subject: string,
  isDone: () => Promise<boolean>,
  signal: AbortSignal | undefined,
): AsyncGenerator<boolean> {
  let wake = () => {};
  let woken = false;
  const stop = live.watch(subject, () => {
    woken = true;
    wake();
  });
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort);
  const endsAt = Date.now() + MAX_WATCH_MS;
  try {
    if (await isDone()) return yield true;
    yield false;
    while (!signal?.aborted && Date.now() < endsAt) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, woken ? 0 : POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      woken = false;
      if (!signal?.aborted && (await isDone())) return yield true;
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', onAbort);
  }
}
