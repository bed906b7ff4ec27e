import type pg from 'pg';

/** The employee's sessions last proved ten minutes ago, by the database's clock, who is there. */
export async function ageProofs(owner: Pick<pg.Pool, 'query'>, employeeId: string): Promise<void> {
  await owner.query(
    `UPDATE sessions SET proved_at = proved_at - interval '10 minutes' WHERE employee_id = $1`,
    [employeeId],
  );
}
