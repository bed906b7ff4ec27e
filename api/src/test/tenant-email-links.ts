import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../context.ts';
import { sha256 } from '../lib/tokens.ts';

/** Number of links: enough that each caller of the tenant matrix uses one up. */
const LINKS = 40;

/**
 * Inserts LINKS employees whose new e-mail waits to be proved, and returns the tokens of their links. Their
 * password is the owner's.
 */
export async function insertEmailChanges(
  app: App,
  owner: pg.Pool,
  merchantId: string,
): Promise<{ tokens: string[]; canaries: string[] }> {
  const links = Array.from({ length: LINKS }, () => {
    const linkId = randomUUID();
    const token = app.tokens.tokenFor('EMAIL', merchantId, linkId);
    const employeeId = randomUUID();
    return { linkId, token, employeeId, email: `trocada-${employeeId}@loja.example` };
  });
  const employees = links.map(({ employeeId }) => employeeId);
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT $1, employee.id, 'De mudança', 'antiga-' || employee.id || '@loja.example', 'operator', e.password_hash
     FROM unnest($2::uuid[]) AS employee (id),
       LATERAL (SELECT password_hash FROM employees WHERE merchant_id = $1 AND role = 'owner' AND is_active LIMIT 1) e`,
    [merchantId, employees],
  );
  await owner.query(
    `INSERT INTO email_links (merchant_id, id, employee_id, email, token_hash, expires_at)
     SELECT $1, id, employee_id, email, token_hash, now() + interval '1 day'
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bytea[]) AS link (id, employee_id, email, token_hash)`,
    [
      merchantId,
      links.map(({ linkId }) => linkId),
      employees,
      links.map(({ email }) => email),
      links.map(({ token }) => sha256(token)),
    ],
  );
  return {
    tokens: links.map(({ token }) => token),
    canaries: links.flatMap(({ token, email, employeeId }) => [token, email, employeeId]),
  };
}
