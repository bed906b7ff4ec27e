/**
 * Runs at most `permits` at once and lets at most `maxWaiting` wait, each at most `waitLimitMs()`; beyond
 * that `onFull` makes the error. Flows take turns, so that the tasks of one do not hold up the others'. In a
 * full line the newest task of the flow with the most makes room for one of a flow with fewer, unless they
 * would only change places.
 */
export interface Semaphore {
  /** `flow`: whose task it is. */
  run<Result>(task: () => Promise<Result>, flow?: string): Promise<Result>;
}

interface Waiting {
  begin(): void;
  giveUp(): void;
}

export function createSemaphore(
  permits: number,
  maxWaiting: number,
  onFull: () => Error,
  waitLimitMs?: () => number,
): Semaphore {
  let [running, waiting] = [0, 0];
  /** The line of each flow that waits, the one whose turn is next first. */
  const lines = new Map<string, Set<Waiting>>();

  function turn(flow: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = lines.get(flow) ?? new Set();
      const leave = () => {
        clearTimeout(timer);
        waiting -= 1;
        line.delete(entry);
        if (line.size === 0) lines.delete(flow);
      };
      const entry = {
        begin() {
          leave();
          resolve();
        },
        giveUp() {
          leave();
          reject(onFull());
        },
      };
      const timer = waitLimitMs === undefined ? undefined : setTimeout(entry.giveUp, waitLimitMs());
      waiting += 1;
      lines.set(flow, line.add(entry));
    });
  }

  function makeRoom(flow: string): void {
    const longest = [...lines.values()].reduce(
      (one, other) => (other.size > one.size ? other : one),
      new Set(),
    );
    if (longest.size <= (lines.get(flow)?.size ?? 0) + 1) throw onFull();
    [...longest].at(-1)?.giveUp();
  }

  function callNext(): void {
    for (const [flow, line] of lines) {
      // Its next turn comes after all others'.
      lines.delete(flow);
      lines.set(flow, line);
      const [next] = line;
      next?.begin();
      return;
    }
    running -= 1;
  }

  return {
    async run(task, flow = '') {
      if (running >= permits) {
        if (waiting >= maxWaiting) makeRoom(flow);
        await turn(flow);
      } else {
        running += 1;
      }
      try {
        return await task();
      } finally {
        callNext();
      }
    },
  };
}
