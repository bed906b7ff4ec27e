/**
 * Natural group commit: while statements are in flight, what arrives waits and leaves together as the next
 * one. A lone call goes at once; under load one flush to disk makes many calls durable. Just after a batch of
 * three or more the next one waits a moment: callers who have been answered come back one after the other,
 * and the first of them would leave alone.
 */
export interface GroupCommit<Item, Result> {
  submit(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  item: Item;
  submittedAt: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Items of a failed batch that are tried alone at the same time: one that waits for a lock does not hold up
 * the rest.
 */
const LANES_AFTER_FAILURE = 4;

/** How long a batch gathers items, and the share of the batch before it that is enough to leave sooner. */
const GATHER_MS = 1;
const ENOUGH = 0.75;
/** How long after a batch its callers may come back. */
const RETURN_MS = 5;

/**
 * The answers of one statement to a batch, in the order of its items. Throws unless there is one for each:
 * else a caller would get another's.
 */
export function inOrder<Row extends { ordinal: number }>(rows: Row[], items: readonly unknown[]): Row[] {
  const sorted = rows.toSorted((a, b) => a.ordinal - b.ordinal);
  if (sorted.length !== items.length || sorted.some(({ ordinal }, index) => ordinal !== index + 1)) {
    throw new Error('the database did not answer every item of a batch once');
  }
  return sorted;
}

/**
 * `run` gets up to `maxBatch` items and answers one result each, in their order. If it throws for several
 * items, each is run again alone, so that one bad item fails by itself; not so when `concernsAll` knows the
 * error for one that every item would meet again. No item is started later than `maxStartAgeMs` after it was
 * submitted: its caller has been told by then that the system is busy, or is about to be.
 */
export function createGroupCommit<Item, Result>(options: {
  run: (items: Item[]) => Promise<Result[]>;
  maxInFlight: number;
  maxBatch: number;
  maxWaiting: number;
  maxStartAgeMs: number;
  onFull: () => Error;
  concernsAll: (error: unknown) => boolean;
}): GroupCommit<Item, Result> {
  const queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let last = { size: 0, endedAt: 0 };
  let gathering: NodeJS.Timeout | undefined;

  const isTooOld = (waiting: Waiting<Item, Result>) =>
    performance.now() - waiting.submittedAt > options.maxStartAgeMs;

  async function runAlone(waiting: Waiting<Item, Result>, earlierError: unknown): Promise<void> {
    if (isTooOld(waiting)) return waiting.reject(earlierError);
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
      if (batch.length === 1 || options.concernsAll(error)) {
        for (const waiting of batch) waiting.reject(error);
      } else {
        await runEachAlone(batch, error);
      }
    }
  }

  async function runEachAlone(batch: Waiting<Item, Result>[], error: unknown): Promise<void> {
    const left = batch.values();
    const lane = async () => {
      for (const waiting of left) await runAlone(waiting, error);
    };
    await Promise.all(Array.from({ length: LANES_AFTER_FAILURE }, lane));
  }

  /** The next ones that are not too old. */
  function takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    while (batch.length < options.maxBatch) {
      const waiting = queue.shift();
      if (waiting === undefined) break;
      if (isTooOld(waiting)) waiting.reject(options.onFull());
      else batch.push(waiting);
    }
    return batch;
  }

  /** True while the next batch is small beside the one before it and its first item has just arrived. */
  function isGathering(): boolean {
    const [first] = queue;
    if (first === undefined || queue.length >= Math.floor(last.size * ENOUGH)) return false;
    const { submittedAt } = first;
    return submittedAt - last.endedAt < RETURN_MS && performance.now() - submittedAt < GATHER_MS;
  }

  function dispatchGathered(): void {
    last = { size: 0, endedAt: 0 };
    dispatch();
  }

  function dispatch(): void {
    clearTimeout(gathering);
    while (inFlight < options.maxInFlight && queue.length > 0) {
      if (isGathering()) {
        gathering = setTimeout(dispatchGathered, GATHER_MS);
        return;
      }
      const batch = takeBatch();
      if (batch.length === 0) return;
      inFlight += 1;
      void runTogether(batch).finally(() => {
        inFlight -= 1;
        last = { size: batch.length, endedAt: performance.now() };
        dispatch();
      });
    }
  }

  return {
    submit(item) {
      return new Promise<Result>((resolve, reject) => {
        if (queue.length >= options.maxWaiting) return reject(options.onFull());
        queue.push({ item, submittedAt: performance.now(), resolve, reject });
        // After the current tick, so that calls that arrived in the same turn of the loop leave together.
        setImmediate(dispatch);
      });
    },
  };
}
