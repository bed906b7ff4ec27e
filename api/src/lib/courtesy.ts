import type pg from 'pg';

/** Work that can wait lets others go first, for so long at most. */
export interface Courtesy {
  /** For one piece of work: what is returned resolves when nobody is in a hurry, or this piece has waited long enough. */
  begin(): () => Promise<void>;
}

/**
 * In a hurry is whoever holds a connection of the pool. `budgetMs` is what one piece of work may wait in all its steps
 * together, so that under steady load it still gets on.
 */
export function createCourtesy(
  pool: pg.Pool,
  budgetMs: number,
  now: () => number = () => performance.now(),
): Courtesy {
  const isQuiet = () => pool.totalCount === pool.idleCount && pool.waitingCount === 0;
  const waiting = new Set<() => void>();
  const look = () => {
    if (isQuiet()) for (const goOn of waiting) goOn();
  };
  // The pool says so before the connection lies among the idle ones, and before the next one in line has it.
  pool.on('release', () => void (waiting.size > 0 && setImmediate(look)));

  const untilQuiet = (limitMs: number) =>
    new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(limit);
        waiting.delete(goOn);
        resolve();
      };
      const limit = setTimeout(goOn, limitMs);
      waiting.add(goOn);
    });

  return {
    begin() {
      let leftMs = budgetMs;
      return async () => {
        if (leftMs <= 0 || isQuiet()) return;
        const since = now();
        await untilQuiet(leftMs);
        leftMs -= now() - since;
      };
    },
  };
}
