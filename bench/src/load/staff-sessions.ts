import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { sha256 } from '../../../api/src/lib/tokens.ts';

/**
 * Signs these people in without asking for a password, for logins are counted. Answers their cookies, in the
 * same order.
 */
export async function openSessions(
  owner: pg.Client,
  people: readonly { merchantId: string; employeeId: string }[],
): Promise<string[]> {
  const cookies = people.map(() => randomBytes(32).toString('base64url'));
  await owner.query(
    `INSERT INTO sessions (merchant_id, id, employee_id, expires_at)
     SELECT u.*, now() + interval '12 hours' FROM unnest($1::uuid[], $2::text[], $3::uuid[]) u`,
    [
      people.map(({ merchantId }) => merchantId),
      cookies.map((cookie) => sha256(cookie).toString('hex')),
      people.map(({ employeeId }) => employeeId),
    ],
  );
  return cookies;
}
