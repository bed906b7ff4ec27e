import type { App } from '../context.ts';
import { findLoginByEmail } from './auth.sql.ts';
import { issuePasswordLink } from './issue-password-link.ts';

/**
 * Makes the link that somebody asked for at the login, if the address is an active person's; for any other it does
 * nothing. A job, so that whoever asked cannot tell the two apart.
 */
export async function startPasswordReset(
  app: Pick<App, 'clock' | 'env' | 'log' | 'mail' | 'tenancy' | 'tokens'>,
  { email }: { email: string },
): Promise<void> {
  // The mail server may have been taken away since; a link that reaches nobody is not made.
  if (!app.mail) return app.log.warn('a password reset was asked for, but no mail server is configured');
  const person = await findLoginByEmail(app.tenancy, email);
  if (!person) return;
  await app.tenancy.withTenant(person.merchant_id, (tx) =>
    issuePasswordLink(app, tx, { kind: 'reset', employeeId: person.employee_id, createdBy: null }),
  );
}
