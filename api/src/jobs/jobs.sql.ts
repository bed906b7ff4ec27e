import type pg from 'pg';
import type { QueuedJobs } from '../lib/metrics.ts';
import type { TenantTransaction } from '../tenant.ts';

/** A pool or one of its clients. The job queue belongs to no tenant. */
type Connection = Pick<pg.Pool, 'query'>;

/**
 * graphile-worker enables row-level security on its private tables without a policy, so only their owner has
 * access. The worker's role owns nothing: it gets a policy and the privileges to work, none to change the
 * schema. So does the API's role, under which the release before this one runs jobs.
 */
const LET_ROLES_USE_JOB_QUEUE = `
DO $$
DECLARE
  queue_table regclass;
  user_role regrole;
  policy name;
BEGIN
  REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker FROM PUBLIC;
  FOR user_role, policy IN VALUES ('cashback_app'::regrole, 'app'), ('cashback_worker'::regrole, 'worker') LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA graphile_worker TO %s', user_role);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO %s', user_role);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON graphile_worker.migrations FROM %s', user_role);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO %s', user_role);
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO %s', user_role);
    FOR queue_table IN
      SELECT c.oid FROM pg_class c
      WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity
        AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = policy)
    LOOP
      EXECUTE format('CREATE POLICY %I ON %s TO %s USING (true) WITH CHECK (true)', policy, queue_table, user_role);
    END LOOP;
  END LOOP;
END
$$`;

export async function letRolesUseJobQueue(owner: Connection): Promise<void> {
  await owner.query(LET_ROLES_USE_JOB_QUEUE);
}

/** A trigger of deliveries enqueues this task, perhaps before a worker has registered it. */
export async function registerDeliverTask(owner: Connection): Promise<void> {
  await owner.query(
    "INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('deliver') ON CONFLICT DO NOTHING",
  );
}

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
export async function enqueueScheduled(connection: Connection, task: string, time: Date): Promise<void> {
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
           SELECT graphile_worker.add_job(claimed.task, job_key => claimed.task, max_attempts => 5)
           FROM claimed WHERE EXISTS (SELECT FROM known)`,
    values: [task, time],
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
  },
): Promise<void> {
  await where.query(
    {
      name: 'insert_job',
      text: `SELECT FROM graphile_worker.add_job($1, $2::json, queue_name => $3, max_attempts => $4, priority => $5,
               run_at => clock_timestamp() + $6 * interval '1 millisecond', job_key => $7)`,
    },
    [
      job.task,
      JSON.stringify(job.payload),
      job.queue,
      job.maxAttempts,
      job.priority ?? 0,
      job.runAfterMs ?? 0,
      job.key ?? null,
    ],
  );
}
