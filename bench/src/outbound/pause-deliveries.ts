import type pg from 'pg';

/**
 * Between a stage's turns its deliveries stand still, so that its retries fall into its own turns and into nobody else's:
 * they are put off by a day, and brought back when it is its turn again, later by as long as it stood still.
 */
const A_DAY = "interval '1 day'";
/** Whatever is further away than any retry was put off by this. */
const PUT_OFF = "now() + interval '12 hours'";

async function move(owner: pg.Client, by: string, which: (column: string) => string): Promise<void> {
  await owner.query('BEGIN');
  // Their trigger would make a job for each.
  await owner.query("SET LOCAL session_replication_role = 'replica'");
  await owner.query(
    `UPDATE deliveries SET next_try_at = next_try_at + ${by} WHERE state = 'waiting' AND ${which('next_try_at')}`,
  );
  await owner.query(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at + ${by}
     WHERE locked_at IS NULL AND ${which('run_at')}
       AND task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'deliver')`,
  );
  await owner.query('COMMIT');
  // Nobody else does, here.
  await owner.query('VACUUM deliveries');
  await owner.query('VACUUM graphile_worker._private_jobs');
}

export function pauseDeliveries(owner: pg.Client): Promise<void> {
  return move(owner, A_DAY, (column) => `${column} < ${PUT_OFF}`);
}

export function resumeDeliveries(owner: pg.Client, pausedMs: number): Promise<void> {
  return move(
    owner,
    `(interval '${Math.round(pausedMs)} milliseconds' - ${A_DAY})`,
    (column) => `${column} > ${PUT_OFF}`,
  );
}

/** How many tries were made, and how many deliveries have ended. */
export async function countDeliveries(owner: pg.Client): Promise<{ tries: number; ended: number }> {
  const { rows } = await owner.query<{ tries: number; ended: number }>(
    "SELECT coalesce(sum(tries), 0)::int AS tries, count(*) FILTER (WHERE state <> 'waiting')::int AS ended FROM deliveries",
  );
  return rows[0] ?? { tries: 0, ended: 0 };
}
