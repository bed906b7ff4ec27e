import type { Logger } from 'pino';
import { repeat } from '../lib/repeat.ts';
import type { Tenancy } from '../tenant.ts';
import { type HostNamesMark, listHostNames } from './host-directory.sql.ts';
import { createHostNames, type HostNames } from './host-names.ts';

/** Every name that leads to an active merchant, kept in memory and refreshed as names change. */
export interface HostDirectory {
  /** The merchant's id. Answers while the database is away, too. */
  find(hostname: string): string | undefined;
  /** Returns whether all names have been read once; until then a missing name may be any merchant's. */
  isLoaded(): boolean;
  /** Returns whether this process was told that the name changed and has not read it since. */
  isInDoubt(hostname: string): boolean;
  /** Puts the name in doubt and reads again at once. */
  forget(hostname: string): void;
  /** Starts reading. Resolves after the first read, also a failed one. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Times in milliseconds. */
const DEFAULTS = {
  everyMs: 4_000,
  /**
   * Interval of full reads, so that a change that was missed, for one by a clock set back, is found later.
   */
  reloadMs: 15 * 60_000,
  /** Merchants per statement: some 50 ms of the database's time. */
  pageLength: 5_000,
};

const BEGINNING: HostNamesMark = {
  changedAt: '-infinity',
  merchantId: '00000000-0000-0000-0000-000000000000',
};

type Dependencies = { tenancy: Pick<Tenancy, 'lookup'>; log: Pick<Logger, 'warn' | 'info'> };

export function createHostDirectory(
  { tenancy, log }: Dependencies,
  platformHostname: string,
  given: Partial<typeof DEFAULTS> = {},
): HostDirectory {
  const { everyMs, reloadMs, pageLength } = { ...DEFAULTS, ...given };
  let names: HostNames | undefined;
  let mark = BEGINNING;
  let lastReadAt: string | null = null;
  let reloadAt = 0;
  /** The number of reads begun; a name in doubt is settled by a read that began after the doubt. */
  let passes = 0;
  const doubts = new Map<string, number>();

  async function readFrom(start: HostNamesMark, since: string | null, into: HostNames): Promise<void> {
    let [at, overlapFrom, began] = [start, since, ''];
    for (;;) {
      const page = { mark: at, lastReadAt: overlapFrom, limit: pageLength };
      const { readAt, rows } = await listHostNames(tenancy, page);
      began ||= readAt;
      for (const row of rows) into.apply(row);
      const last = rows.at(-1);
      if (last) at = { changedAt: last.changed_at, merchantId: last.merchant_id };
      if (rows.length < pageLength) break;
      overlapFrom = null;
    }
    [mark, lastReadAt] = [at, began];
  }

  async function pass(): Promise<void> {
    passes += 1;
    const current = passes;
    if (names && performance.now() < reloadAt) await readFrom(mark, lastReadAt, names);
    else {
      // Into new maps, so that deleted merchants disappear too.
      const fresh = createHostNames(platformHostname);
      await readFrom(BEGINNING, null, fresh);
      if (!names) log.info({ names: fresh.size() }, 'the names of hosts are in memory');
      names = fresh;
      reloadAt = performance.now() + reloadMs;
    }
    for (const [hostname, heardIn] of doubts) if (heardIn < current) doubts.delete(hostname);
  }

  let isFailing = false;
  const reading = repeat(
    async () => {
      await pass();
      if (isFailing) log.info('the names of hosts are read again');
      isFailing = false;
    },
    everyMs,
    (err) => {
      // Logged once per outage; memory goes on answering.
      if (!isFailing) log.warn({ err }, 'the names of hosts could not be read');
      isFailing = true;
    },
  );
  return {
    find: (hostname) => names?.find(hostname),
    isLoaded: () => names !== undefined,
    isInDoubt: (hostname) => doubts.has(hostname),
    forget(hostname) {
      doubts.set(hostname, passes);
      reading.wake();
    },
    start: () => reading.start(),
    stop: () => reading.stop(),
  };
}
