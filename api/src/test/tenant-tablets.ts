import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { StaffSession } from '../staff-session.ts';

/** A tablet of the merchant's counter, whose token no browser has. */
export async function insertTablet(
  owner: pg.Pool,
  { merchantId, employeeId }: StaffSession,
): Promise<{ id: string; canaries: string[] }> {
  const id = randomUUID();
  const name = `Tablet ${randomBytes(6).toString('hex')}`;
  await owner.query(
    `INSERT INTO counter_tablets (merchant_id, id, name, token_hash, registered_by, created_at)
     VALUES ($1, $2, $3, $4, $5, now())`,
    [merchantId, id, name, randomBytes(32), employeeId],
  );
  return { id, canaries: [name, id] };
}
