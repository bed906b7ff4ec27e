/**
 * Runs at most `permits` at once and lets at most `maxWaiting` wait; beyond that `onFull` makes the error.
 */
export interface Semaphore {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createSemaphore(permits: number, maxWaiting: number, onFull: () => Error): Semaphore {
  let running = 0;
  const waiting: Array<() => void> = [];
  return {
    async run(task) {
      if (running >= permits) {
        if (waiting.length >= maxWaiting) throw onFull();
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
