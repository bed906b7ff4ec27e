/**
 * Runs at most `permits` at once and lets at most `maxWaiting` wait, each at most `waitLimitMs()`; beyond
 * that `onFull` makes the error.
 */
export interface Semaphore {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createSemaphore(
  permits: number,
  maxWaiting: number,
  onFull: () => Error,
  waitLimitMs?: () => number,
): Semaphore {
  let running = 0;
  const waiting = new Set<() => void>();

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(begin);
        reject(onFull());
      };
      const timer = waitLimitMs === undefined ? undefined : setTimeout(giveUp, waitLimitMs());
      waiting.add(begin);
    });
  }

  return {
    async run(task) {
      if (running >= permits) {
        if (waiting.size >= maxWaiting) throw onFull();
        await turn();
      } else {
        running += 1;
      }
      try {
        return await task();
      } finally {
        const [next] = waiting;
        if (next) {
          waiting.delete(next);
          next();
        } else {
          running -= 1;
        }
      }
    },
  };
}
