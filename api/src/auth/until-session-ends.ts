import { Refusal } from '../errors.ts';

/** How long a stream may go on after its session has ended. */
export const ENDED_SESSIONS_MS = 15_000;

/**
 * What `stream` says, for as long as the session it was opened with holds: a stream lives for minutes, and
 * whoever was signed out meanwhile is told no more. `whenEnded` calls back when it has ended and answers what
 * stops that. Throws Refusal 'unauthenticated'.
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
    // Not awaited: a stream that waits for something ends only when the connection does.
    void items.return?.()?.catch(() => undefined);
    next?.catch(() => undefined);
  }
}
