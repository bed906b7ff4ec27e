import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../context.ts';
import { sha256 } from '../lib/tokens.ts';

/** Number of links: enough that each caller of the tenant matrix uses one up. */
const LINKS = 40;

/**
 * Inserts LINKS invited employees without a password, and returns the tokens of their invitations. A link is
 * good once and a new password ends all the others of its employee, so each has an employee of its own.
 */
export async function insertInvitedEmployees(
  app: App,
  owner: pg.Pool,
  { merchantId, createdBy }: { merchantId: string; createdBy: string },
): Promise<{ tokens: string[]; emails: string[]; canaries: string[] }> {
  const invited = Array.from({ length: LINKS }, () => {
    const linkId = randomUUID();
    const token = app.tokens.tokenFor('PASSWORD', merchantId, linkId);
    const employeeId = randomUUID();
    return { linkId, token, employeeId, email: `convidada-${employeeId}@loja.example` };
  });
  const employees = invited.map(({ employeeId }) => employeeId);
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role)
     SELECT $1, id, 'Convidada', email, 'operator' FROM unnest($2::uuid[], $3::text[]) AS invited (id, email)`,
    [merchantId, employees, invited.map(({ email }) => email)],
  );
  await owner.query(
    `INSERT INTO password_links (merchant_id, id, employee_id, kind, token_hash, created_by, created_at, expires_at)
     SELECT $1, id, employee_id, 'invitation', token_hash, $5, $6, $6::timestamptz + interval '7 days'
     FROM unnest($2::uuid[], $3::uuid[], $4::bytea[]) AS link (id, employee_id, token_hash)`,
    [
      merchantId,
      invited.map(({ linkId }) => linkId),
      employees,
      invited.map(({ token }) => sha256(token)),
      createdBy,
      await app.tenancy.now(),
    ],
  );
  return {
    tokens: invited.map(({ token }) => token),
    emails: invited.map(({ email }) => email),
    canaries: invited.flatMap(({ token, email, employeeId }) => [token, email, employeeId]),
  };
}
