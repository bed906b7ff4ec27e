export interface Repeated {
  /** Does it for the first time; resolves when that has ended, well or not. */
  start(): Promise<void>;
  /** Does it now, or once more right after the time under way. */
  wake(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

/**
 * Runs `work` repeatedly, `everyMs` after it has ended or as soon as it is woken, never twice at once. Its
 * errors go to `onFailure`, and the next run takes place on time. Keeps no process alive.
 */
export function repeat(
  work: () => Promise<void>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): Repeated {
  let isOver = false;
  let isWanted = false;
  let endWait = () => {};
  let running: Promise<void> | undefined;

  async function attempt(): Promise<void> {
    isWanted = false;
    try {
      await work();
    } catch (error) {
      // Woken or not, it waits its time: work that has just failed would fail again.
      isWanted = false;
      if (!isOver) onFailure(error);
    }
  }

  async function run(): Promise<void> {
    while (!isOver) {
      if (!isWanted) await pause();
      if (!isOver) await attempt();
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      timer.unref();
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    async start() {
      if (running) return;
      const first = attempt();
      running = first.then(run);
      await first;
    },
    wake() {
      isWanted = true;
      endWait();
    },
    async stop() {
      isOver = true;
      endWait();
      await running;
    },
  };
}
