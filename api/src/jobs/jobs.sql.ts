import type pg from 'pg';
import type { QueuedJobs } from '../lib/metrics.ts';
import type { TenantTransaction } from '../tenant.ts';

/** A pool or one of its clients. The job queue belongs to no tenant. */
type Connection = Pick<pg.Pool, 'query'>;

/** First key of the advisory locks that mark workers as alive; the second is the worker's hash. */
const ALIVE = 1_951_022_714;

/**
 * Lasts as long as the connection. Shared locks, so that two ids with the same hash never block each other.
 */
export async function markAlive(connection: Connection, workerIds: string[]): Promise<void> {
  await connection.query(
    'SELECT pg_advisory_lock_shared($1, hashtext(worker_id)) FROM unnest($2::text[]) AS worker_id',
    [ALIVE, workerIds],
  );
}

export async function unmarkAlive(connection: Connection, workerIds: string[]): Promise<void> {
  await connection.query(
    'SELECT pg_advisory_unlock_shared($1, hashtext(worker_id)) FROM unnest($2::text[]) AS worker_id',
    [ALIVE, workerIds],
  );
}

/** Workers that hold a job but no lock that marks them as alive. */
export async function listSilentWorkers(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ worker_id: string }>({
    name: 'list_silent_workers',
    text: `SELECT DISTINCT locked_by AS worker_id
           FROM (SELECT locked_by FROM graphile_worker._private_jobs
                 UNION ALL SELECT locked_by FROM graphile_worker._private_job_queues) holder
           WHERE locked_by IS NOT NULL AND NOT EXISTS (
             SELECT FROM pg_locks l
             WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted
               AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND l.classid = $1::bigint::oid AND l.objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`,
    values: [ALIVE],
  });
  return rows.map((row) => row.worker_id);
}

/** Makes the jobs these workers hold available again, with the attempts they have left. */
export async function releaseJobs(connection: Connection, workerIds: string[]): Promise<void> {
  await connection.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
}

/**
 * Enqueues a recurring job once for one time of its schedule, however many processes call. A task that was
 * never scheduled before is only stored: it begins with the next time. A waiting job of the task is replaced.
 * A stored time in the future is from a clock that was ahead, and is overwritten; 'infinity' stops the task.
 */
export async function enqueueScheduled(
  connection: Connection,
  { task, queue }: { task: string; queue?: string | undefined },
  time: Date,
): Promise<void> {
  await connection.query({
    name: 'enqueue_scheduled',
    text: `WITH known AS (
             SELECT FROM operations.job_schedules WHERE task = $1
           ), claimed AS (
             INSERT INTO operations.job_schedules AS s (task, enqueued_for) VALUES ($1, $2)
             ON CONFLICT (task) DO UPDATE SET enqueued_for = excluded.enqueued_for
               WHERE s.enqueued_for < excluded.enqueued_for
                 OR (s.enqueued_for > money_now() AND isfinite(s.enqueued_for))
             RETURNING task
           )
           SELECT graphile_worker.add_job(claimed.task, queue_name => $3, job_key => claimed.task, max_attempts => 5)
           FROM claimed WHERE EXISTS (SELECT FROM known)`,
    values: [task, time, queue ?? null],
  });
}

/** Number of jobs by task and state, of the first 100,000 in the queue. */
export async function countJobs(connection: Connection): Promise<QueuedJobs[]> {
  const { rows } = await connection.query<QueuedJobs>({
    name: 'count_jobs',
    text: `SELECT t.identifier AS task, j.state, count(*)::int AS count,
                  max(extract(epoch FROM now() - j.run_at))::float8 AS "oldestSeconds"
           FROM (SELECT task_id, run_at,
                        CASE WHEN attempts >= max_attempts AND locked_at IS NULL THEN 'given_up'
                             WHEN locked_at IS NOT NULL THEN 'running'
                             WHEN run_at > now() THEN 'later'
                             ELSE 'ready' END AS state
                 FROM graphile_worker._private_jobs LIMIT 100000) j
           JOIN graphile_worker._private_tasks t ON t.id = j.task_id
           GROUP BY 1, 2`,
  });
  return rows;
}

/** Inserts one job, in the transaction of `where` if that is one. */
export async function insertJob(
  where: Pick<TenantTransaction, 'query'>,
  job: {
    task: string;
    payload: object;
    queue: string | null;
    maxAttempts: number;
    priority?: number;
    runAfterMs?: number;
    key?: string | undefined;
    keepsTime?: boolean;
  },
): Promise<void> {
  await where.query(
    {
      name: 'insert_job',
      text: `SELECT FROM graphile_worker.add_job($1, $2::json, queue_name => $3, max_attempts => $4, priority => $5,
               run_at => clock_timestamp() + $6 * interval '1 millisecond', job_key => $7,
               job_key_mode => $8)`,
    },
    [
      job.task,
      JSON.stringify(job.payload),
      job.queue,
      job.maxAttempts,
      job.priority ?? 0,
      job.runAfterMs ?? 0,
      job.key ?? null,
      job.keepsTime ? 'preserve_run_at' : 'replace',
    ],
  );
}
