import type { Logger } from 'pino';
import type { Tenancy } from '../tenant.ts';
import { enqueueScheduled, listSilentWorkers, releaseJobs } from './jobs.sql.ts';
import { TIMETABLE } from './timetable.ts';
import type { WorkerLease } from './worker-lease.ts';

export interface CaretakerOptions {
  everyMs: number;
  /**
   * How long a worker must have been silent before its jobs are given to others. Longer than a living process needs to
   * get its lease back, so that a restart of PostgreSQL releases nobody's job.
   */
  silenceMs: number;
}

interface CaretakerParts {
  lease: WorkerLease;
  tenancy: Pick<Tenancy, 'now'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Looks after the queue at once and then every few seconds: enqueues what the timetable asks for, and releases jobs
 * whose worker was killed. Every process does it; PostgreSQL sees to it that each is done once.
 * @returns a function that ends it
 */
export function startCaretaker(
  { lease, tenancy, log }: CaretakerParts,
  { everyMs, silenceMs }: CaretakerOptions,
): () => void {
  const enqueuedFor = new Map<string, number>();
  let silentSince = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const enqueueDue = async () => {
    const now = await tenancy.now();
    for (const { task, latest } of TIMETABLE) {
      const time = latest(now);
      if (enqueuedFor.get(task) === time.getTime()) continue;
      await enqueueScheduled(await lease.connection(), task, time);
      enqueuedFor.set(task, time.getTime());
    }
  };

  const releaseDead = async () => {
    const connection = await lease.connection();
    const silent = await listSilentWorkers(connection);
    const seenAt = performance.now();
    silentSince = new Map(silent.map((id) => [id, silentSince.get(id) ?? seenAt]));
    const dead = silent.filter((id) => seenAt - (silentSince.get(id) ?? seenAt) >= silenceMs);
    if (dead.length === 0) return;
    await releaseJobs(connection, dead);
    log.warn({ workers: dead }, 'jobs of workers that have died were released');
  };

  const round = async () => {
    try {
      await enqueueDue();
      await releaseDead();
    } catch (error) {
      if (!isOver) log.warn({ err: error }, 'the job queue could not be looked after');
    }
    if (!isOver) timer = setTimeout(round, everyMs);
  };
  void round();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
