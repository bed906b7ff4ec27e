import type pg from 'pg';

/** Lets requests run before background work, for a limited time. */
export interface YieldToRequests {
  /**
   * Begins one piece of work. The function returned resolves when no request is busy, or the budget is used
   * up.
   */
  begin(): () => Promise<void>;
}

/**
 * Requests are busy while a connection of `pool` is in use. `budgetMs` limits the waits of one piece of work
 * together, so that it still proceeds under steady load.
 */
export function createYieldToRequests(
  pool: pg.Pool,
  budgetMs: number,
  now: () => number = () => performance.now(),
): YieldToRequests {
  const isQuiet = () => pool.totalCount === pool.idleCount && pool.waitingCount === 0;
  const waiting = new Set<() => void>();
  const look = () => {
    if (isQuiet()) for (const goOn of waiting) goOn();
  };
  // 'release' is emitted before the connection is idle or handed to the next request: look afterwards.
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
