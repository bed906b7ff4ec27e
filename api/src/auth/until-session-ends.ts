import { Refusal } from '../errors.ts';

/** How often the sessions of open streams are checked, so that a stream ends within a second of its own. */
export const ENDED_SESSIONS_MS = 500;

/**
 * Passes `stream` on for as long as its session is open: a stream lives for minutes and must not outlive a
 * sign-out. `whenEnded` registers a callback for the session's end and returns a function that unregisters
 * it. Throws Refusal 'unauthenticated'.
 */
export async function* untilSessionEnds<Item>(
  stream: AsyncIterable<Item>,
  whenEnded: (onEnded: () => void) => () => void,
): AsyncGenerator<Item> {
  const items = stream[Symbol.asyncIterator]();
  let stopWaiting = () => {};
  const end = new Promise<never>((_, reject) => {
    stopWaiting = whenEnded(() => reject(new Refusal('unauthenticated')));
  });
  end.catch(() => undefined);
  let next: Promise<IteratorResult<Item>> | undefined;
  try {
    for (;;) {
      next = items.next();
      const { done, value } = await Promise.race([next, end]);
      if (done) return;
      yield value;
    }
  } finally {
    stopWaiting();
    // Not awaited: a stream that waits for an event ends only when the connection does.
    void items.return?.()?.catch(() => undefined);
    next?.catch(() => undefined);
  }
}
