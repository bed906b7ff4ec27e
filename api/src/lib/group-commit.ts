/**
 * Natural group commit: while statements are in flight, what arrives waits and leaves together as the next one.
 * A lone call goes at once; under load one flush to disk makes many calls durable.
 */
export interface GroupCommit<Item, Result> {
  submit(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * `run` gets up to `maxBatch` items and answers one result each, in their order. If it throws for several items,
 * each is run again alone, so that one bad item fails by itself.
 */
export function createGroupCommit<Item, Result>(options: {
  run: (items: Item[]) => Promise<Result[]>;
  maxInFlight: number;
  maxBatch: number;
  maxWaiting: number;
  onFull: () => Error;
}): GroupCommit<Item, Result> {
  const queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;

  async function runAlone(waiting: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await options.run([waiting.item]);
      waiting.resolve(result as Result);
    } catch (error) {
      waiting.reject(error);
    }
  }

  async function runTogether(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map((waiting) => waiting.item));
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) only.reject(error);
      else for (const waiting of batch) await runAlone(waiting);
    }
  }

  function dispatch(): void {
    while (inFlight < options.maxInFlight && queue.length > 0) {
      const batch = queue.splice(0, options.maxBatch);
      inFlight += 1;
      void runTogether(batch).finally(() => {
        inFlight -= 1;
        dispatch();
      });
    }
  }

  return {
    submit(item) {
      return new Promise<Result>((resolve, reject) => {
        if (queue.length >= options.maxWaiting) return reject(options.onFull());
        queue.push({ item, resolve, reject });
        // After the current tick, so that calls that arrived in the same turn of the loop leave together.
        setImmediate(dispatch);
      });
    },
  };
}
