import { isAppCode } from 'domain/factor-codes';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { openForMerchant } from '../secrets/merchant-secrets.ts';
import { authenticatorBinding } from '../secrets/secret-bindings.ts';
import type { TenantTransaction } from '../tenant.ts';
import { periodOf } from './authenticator-codes.ts';
import { deleteFactorReset } from './factor-resets.sql.ts';
import { findAuthenticator, takePeriod, takeRecoveryCode } from './factors.sql.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import { recoveryCodeHash } from './recovery-codes.ts';

interface GivenCode {
  employeeId: string;
  email: string;
  code: string;
  request: { ip: string; userAgent?: string | undefined };
}

/**
 * Uses up a code of the employee's second step: one of the app in use, or a recovery code, of which the
 * employee is notified. False if it is wrong or was used before.
 */
export async function takeCode(
  app: Pick<App, 'keyEncryptionKeys' | 'mail' | 'tokens'>,
  tx: TenantTransaction,
  given: GivenCode,
): Promise<boolean> {
  const isTaken = isAppCode(given.code)
    ? await takeCodeOfApp(app, tx, given)
    : await takeCodeOfSet(app, tx, given);
  // The second step is not lost, so this deletes a request to the platform to turn it off.
  if (isTaken) await deleteFactorReset(tx, given.employeeId);
  return isTaken;
}

async function takeCodeOfSet(
  app: Pick<App, 'mail' | 'tokens'>,
  tx: TenantTransaction,
  { employeeId, email, code, request }: GivenCode,
): Promise<boolean> {
  if (!(await takeRecoveryCode(tx, employeeId, recoveryCodeHash(employeeId, code)))) return false;
  await issueSecurityNotice(app, tx, { kind: 'recovery_code_used', employeeId, email, request });
  await recordAudit(tx, {
    action: 'auth.use_recovery_code',
    entity: 'employee',
    entityId: employeeId,
    actor: { employeeId },
    request,
  });
  return true;
}

async function takeCodeOfApp(
  app: Pick<App, 'keyEncryptionKeys'>,
  tx: TenantTransaction,
  { employeeId, code }: { employeeId: string; code: string },
): Promise<boolean> {
  const authenticator = await findAuthenticator(tx, employeeId);
  if (!authenticator?.isConfirmed) return false;
  return await takeAppCode(app, tx, { employeeId, secret: authenticator.secret, code });
}

/** Uses up a code of the app with this sealed secret. False if it is wrong or was used before. */
export async function takeAppCode(
  { keyEncryptionKeys }: Pick<App, 'keyEncryptionKeys'>,
  tx: TenantTransaction,
  { employeeId, secret, code }: { employeeId: string; secret: Buffer; code: string },
): Promise<boolean> {
  const opened = await openForMerchant(tx, keyEncryptionKeys, authenticatorBinding(employeeId), secret);
  const period = periodOf(opened.toString(), code, tx.now);
  return period !== undefined && (await takePeriod(tx, employeeId, period));
}
