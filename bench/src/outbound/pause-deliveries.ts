import type pg from 'pg';

/**
 * Between a stage's turns its deliveries stand still, so that its retries fall into its own turns: they are
 * deferred by a day, and brought back for its next turn, later by as long as it stood still.
 */
const A_DAY = "interval '1 day'";
/** Lower bound of the deliveries deferred here: retries are never so far away. */
const DEFERRED = "now() + interval '12 hours'";

async function move(owner: pg.Client, by: string, which: (column: string) => string): Promise<void> {
  await owner.query('BEGIN');
  // Their trigger would make a job for each.
  await owner.query("SET LOCAL session_replication_role = 'replica'");
  await owner.query(
    `UPDATE deliveries SET next_attempt_at = next_attempt_at + ${by} WHERE state = 'waiting' AND ${which('next_attempt_at')}`,
  );
  await owner.query(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at + ${by}
     WHERE locked_at IS NULL AND ${which('run_at')}
       AND task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'deliver')`,
  );
  await owner.query('COMMIT');
  // Autovacuum is off here.
  await owner.query('VACUUM deliveries');
  await owner.query('VACUUM graphile_worker._private_jobs');
}

export function pauseDeliveries(owner: pg.Client): Promise<void> {
  return move(owner, A_DAY, (column) => `${column} < ${DEFERRED}`);
}

export function resumeDeliveries(owner: pg.Client, pausedMs: number): Promise<void> {
  return move(
    owner,
    `(interval '${Math.round(pausedMs)} milliseconds' - ${A_DAY})`,
    (column) => `${column} > ${DEFERRED}`,
  );
}

/** Counts the attempts made, and the deliveries that have ended. */
export async function countDeliveries(owner: pg.Client): Promise<{ attempts: number; ended: number }> {
  const { rows } = await owner.query<{ attempts: number; ended: number }>(
    "SELECT coalesce(sum(attempts), 0)::int AS attempts, count(*) FILTER (WHERE state <> 'waiting')::int AS ended FROM deliveries",
  );
  return rows[0] ?? { attempts: 0, ended: 0 };
}
