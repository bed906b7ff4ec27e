import type pg from 'pg';
import type { Logger } from 'pino';

/** Beyond this difference from the database's clock a process is not ready and takes no jobs. */
const LIMIT_MS = 2_000;
const COMPARE_EVERY_MS = 60_000;
/** While the database is away. */
const RETRY_EVERY_MS = 1_000;

/**
 * This machine's clock beside the database's. Only the database's decides about money; this tells a broken
 * machine.
 */
export interface ProcessClock {
  /** False until it was compared once. */
  isRight(): boolean;
  /** Ahead of the database's is positive; milliseconds, as last compared. */
  skewMs(): number | undefined;
  /** Called with each change of `isRight`. Returns a function that ends it. */
  onChange(listener: (isRight: boolean) => void): () => void;
  stop(): void;
}

/** Compares at once, which the returned promise waits for, and then every minute. Never rejects. */
export async function watchProcessClock(
  pool: Pick<pg.Pool, 'query'>,
  log: Pick<Logger, 'error' | 'info'>,
  everyMs: number = COMPARE_EVERY_MS,
): Promise<ProcessClock> {
  const listeners = new Set<(isRight: boolean) => void>();
  let skewMs: number | undefined;
  let isRight: boolean | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const compare = async (): Promise<void> => {
    const sentAt = Date.now();
    const { rows } = await pool.query<{ now: Date }>({
      name: 'compare_clocks',
      text: 'SELECT clock_timestamp() AS now',
    });
    const receivedAt = Date.now();
    const now = rows[0]?.now.getTime() ?? Number.NaN;
    skewMs = Math.round((sentAt + receivedAt) / 2 - now);
    // The database read its clock at some moment between the two.
    const isRightNow = Math.abs(skewMs) <= LIMIT_MS + (receivedAt - sentAt) / 2;
    if (isRightNow === isRight) return;
    isRight = isRightNow;
    if (isRight) log.info({ skewMs }, "the clock is the database's");
    else log.error({ skewMs }, 'the clock differs from the database: not ready and taking no jobs');
    for (const listener of listeners) listener(isRightNow);
  };

  const round = async (): Promise<void> => {
    const isCompared = await compare().then(
      () => true,
      () => false,
    );
    if (!isStopped)
      timer = setTimeout(round, isCompared ? everyMs : Math.min(everyMs, RETRY_EVERY_MS)).unref();
  };

  await round();
  return {
    isRight: () => isRight === true,
    skewMs: () => skewMs,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
