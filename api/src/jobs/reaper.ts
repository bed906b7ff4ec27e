import type { Logger } from 'pino';
import type { Tenancy } from '../tenant.ts';
import { enqueueScheduled, listSilentWorkers, releaseJobs } from './jobs.sql.ts';
import { SCHEDULE } from './schedule.ts';
import type { WorkerLease } from './worker-lease.ts';

export interface ReaperOptions {
  everyMs: number;
  /**
   * A worker without a lease for this long is dead. Longer than a living process needs to regain its lease,
   * so that a restart of PostgreSQL releases no running job.
   */
  silenceMs: number;
}

interface ReaperParts {
  lease: WorkerLease;
  tenancy: Pick<Tenancy, 'now'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Releases jobs of dead workers and enqueues scheduled jobs, at once and then every few seconds. Runs in
 * every process; PostgreSQL ensures that each is done once.
 * @returns a function that ends it
 */
export function startReaper(
  { lease, tenancy, log }: ReaperParts,
  { everyMs, silenceMs }: ReaperOptions,
): () => void {
  const enqueuedFor = new Map<string, number>();
  let silentSince = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const enqueueDue = async () => {
    const now = await tenancy.now();
    for (const { task, queue, latest } of SCHEDULE) {
      const time = latest(now);
      if (enqueuedFor.get(task) === time.getTime()) continue;
      await enqueueScheduled(await lease.connection(), { task, queue }, time);
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
