import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../context.ts';
import { sha256 } from '../lib/tokens.ts';

/** Number of notices: enough that each caller of the tenant matrix uses one up. */
const NOTICES = 40;

/** Inserts NOTICES employees with a notice of a new device each, and returns the tokens of the notices. */
export async function insertSecurityNotices(
  app: App,
  owner: pg.Pool,
  merchantId: string,
): Promise<{ tokens: string[]; canaries: string[] }> {
  const notices = Array.from({ length: NOTICES }, () => {
    const id = randomUUID();
    const employeeId = randomUUID();
    const token = app.tokens.tokenFor('NOTICE', merchantId, id);
    return { id, token, employeeId, email: `avisada-${employeeId}@loja.example` };
  });
  const employees = notices.map(({ employeeId }) => employeeId);
  const emails = notices.map(({ email }) => email);
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role)
     SELECT $1, id, 'Avisada', email, 'operator' FROM unnest($2::uuid[], $3::text[]) AS told (id, email)`,
    [merchantId, employees, emails],
  );
  await owner.query(
    `INSERT INTO security_notices
       (merchant_id, id, employee_id, kind, email, token_hash, created_at, expires_at)
     SELECT $1, id, employee_id, 'new_device', email, token_hash, now(), now() + interval '72 hours'
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bytea[]) AS notice (id, employee_id, email, token_hash)`,
    [merchantId, notices.map(({ id }) => id), employees, emails, notices.map(({ token }) => sha256(token))],
  );
  return {
    tokens: notices.map(({ token }) => token),
    canaries: notices.flatMap(({ token, email, employeeId }) => [token, email, employeeId]),
  };
}
