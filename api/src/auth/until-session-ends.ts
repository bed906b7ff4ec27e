import { Refusal } from '../errors.ts';

/** How long a stream may go on after its session has ended. */
const CHECK_MS = 15_000;

const CHECK = Symbol('check');

/**
 * What `stream` says, for as long as the session it was opened with holds: a stream lives for minutes, and whoever was
 * signed out meanwhile is told no more. Throws Refusal 'unauthenticated'.
 */
export async function* untilSessionEnds<Item>(
  stream: AsyncIterable<Item>,
  isOpen: () => Promise<boolean>,
  checkMs: number = CHECK_MS,
): AsyncGenerator<Item> {
  const items = stream[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  let next: Promise<IteratorResult<Item>> | undefined;
  try {
    for (;;) {
      next ??= items.next();
      const check = new Promise<typeof CHECK>((resolve) => {
        timer = setTimeout(() => resolve(CHECK), checkMs);
      });
      const first = await Promise.race([next, check]);
      clearTimeout(timer);
      if (first === CHECK) {
        if (!(await isOpen())) throw new Refusal('unauthenticated');
        continue;
      }
      next = undefined;
      if (first.done) return;
      yield first.value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: a stream that waits for something ends only when the connection does.
    void items.return?.()?.catch(() => undefined);
    next?.catch(() => undefined);
  }
}
