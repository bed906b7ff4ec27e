import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { sealForMerchant } from '../secrets/merchant-secrets.ts';
import { authenticatorBinding } from '../secrets/secret-bindings.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type LockedEmployeeRow, lockEmployee } from './account.sql.ts';
import { newSecret, setupAddress } from './authenticator-codes.ts';
import { endSessionsExcept } from './end-sessions.ts';
import {
  confirmAuthenticatorRow,
  deleteAuthenticator,
  deleteIdleRecoveryCodes,
  findAuthenticator,
  findFactors,
  hasFactor,
  isFactorDue,
  replaceRecoveryCodeRows,
  upsertAuthenticator,
} from './factors.sql.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import { listPasskeys } from './passkeys.sql.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { takeAppCode } from './take-code.ts';

type Request = { ip: string; userAgent?: string | undefined };

/** The signed-in employee's own second step. */
export interface OwnFactors {
  /** Since when logins ask for a code of the authenticator app; null: they do not. */
  appSince: string | null;
  passkeys: OwnPasskey[];
  recoveryCodesLeft: number;
}

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: string;
  /** Null: never. */
  lastUsedAt: string | null;
}

export async function showFactors(
  { tenancy }: Pick<App, 'tenancy'>,
  { merchantId, employeeId }: StaffSession,
): Promise<OwnFactors> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const { appSince, recoveryCodesLeft } = await findFactors(tx, employeeId);
    const passkeys = await listPasskeys(tx, employeeId);
    return {
      appSince: appSince?.toISOString() ?? null,
      recoveryCodesLeft,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  });
}

/**
 * Makes the secret that an app has to store; logins ask for nothing until `confirmAuthenticator`. Returned in
 * clear this once. Throws Refusal 'authenticator_exists'.
 */
export async function startAuthenticator(
  app: Pick<App, 'keyEncryptionKeys' | 'tenancy'>,
  staff: StaffSession,
): Promise<{ secret: string; address: string }> {
  const { employeeId, client } = staff;
  const secret = newSecret();
  await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const binding = authenticatorBinding(employeeId);
    const sealed = await sealForMerchant(tx, app.keyEncryptionKeys, binding, Buffer.from(secret));
    if (!(await upsertAuthenticator(tx, employeeId, sealed))) throw new Refusal('authenticator_exists');
  });
  const { email } = client.employee;
  return { secret, address: setupAddress(secret, { email, merchantName: client.merchant.name }) };
}

/**
 * Turns the app on, by its first code, and notifies the employee. Returns what `beginFactor` does. Throws
 * Refusal 'no_authenticator', 'authenticator_exists' or 'wrong_factor_code'.
 */
export async function confirmAuthenticator(
  app: Pick<App, 'keyEncryptionKeys' | 'mail' | 'tenancy' | 'tokens'>,
  staff: StaffSession,
  request: Request,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { employeeId } = staff;
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const employee = await lockEmployee(tx, employeeId);
    const authenticator = await findAuthenticator(tx, employeeId);
    if (!employee || !authenticator) throw new Refusal('no_authenticator');
    if (authenticator.isConfirmed) throw new Refusal('authenticator_exists');
    const { secret } = authenticator;
    if (!(await takeAppCode(app, tx, { employeeId, secret, code }))) throw new Refusal('wrong_factor_code');
    // The notice first: 'Não fui eu' removes what was set up since.
    await issueSecurityNotice(app, tx, { kind: 'factor_added', employeeId, email: employee.email, request });
    const recoveryCodes = await beginFactor(tx, staff);
    await confirmAuthenticatorRow(tx, employeeId);
    await audit(tx, staff, request, 'auth.add_authenticator');
    return { recoveryCodes };
  });
}

/**
 * Before a factor is stored: where it is the employee's first one, ends their other sessions, which only a
 * password has opened, and returns recovery codes, in clear this once. Else null.
 */
export async function beginFactor(tx: TenantTransaction, staff: StaffSession): Promise<string[] | null> {
  if (hasFactor(await findFactors(tx, staff.employeeId))) return null;
  await endSessionsExcept(tx, staff);
  return await storeRecoveryCodes(tx, staff.employeeId);
}

/**
 * After a factor was removed: recovery codes go with the last one. Returns whether that was it. Throws
 * Refusal 'last_factor_demanded'.
 */
export async function endFactor(tx: TenantTransaction, employeeId: string): Promise<boolean> {
  if (hasFactor(await findFactors(tx, employeeId))) return false;
  if (await isFactorDue(tx, employeeId)) throw new Refusal('last_factor_demanded');
  await deleteIdleRecoveryCodes(tx, employeeId);
  return true;
}

/** Removes the app. Throws as `changeFactors` and `endFactor`, and Refusal 'no_authenticator'. */
export async function removeAuthenticator(
  app: ChangeDependencies,
  staff: StaffSession,
  request: Request,
): Promise<void> {
  const { employeeId } = staff;
  await changeFactors(app, staff, async (tx, { email }) => {
    if (!(await deleteAuthenticator(tx, employeeId))) throw new Refusal('no_authenticator');
    const kind = (await endFactor(tx, employeeId)) ? 'factor_removed' : 'app_removed';
    await audit(tx, staff, request, 'auth.remove_authenticator');
    await issueSecurityNotice(app, tx, { kind, employeeId, email, request });
  });
}

/** Replaces the recovery codes. Returns the new ones, in clear this once. Throws as `changeFactors`. */
export async function renewRecoveryCodes(
  app: ChangeDependencies,
  staff: StaffSession,
  request: Request,
): Promise<{ recoveryCodes: string[] }> {
  const { employeeId } = staff;
  return await changeFactors(app, staff, async (tx, { email }) => {
    await audit(tx, staff, request, 'auth.renew_recovery_codes');
    await issueSecurityNotice(app, tx, { kind: 'recovery_codes_renewed', employeeId, email, request });
    return { recoveryCodes: await storeRecoveryCodes(tx, employeeId) };
  });
}

export type ChangeDependencies = Pick<App, 'mail' | 'tenancy' | 'tokens'>;

/** Runs `change` in a transaction that has locked the employee. Throws Refusal 'no_factor'. */
async function changeFactors<Result>(
  { tenancy }: Pick<App, 'tenancy'>,
  { merchantId, employeeId }: StaffSession,
  change: (tx: TenantTransaction, employee: LockedEmployeeRow) => Promise<Result>,
): Promise<Result> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const employee = await lockEmployee(tx, employeeId);
    if (!employee || !hasFactor(await findFactors(tx, employeeId))) throw new Refusal('no_factor');
    return await change(tx, employee);
  });
}

async function storeRecoveryCodes(tx: TenantTransaction, employeeId: string): Promise<string[]> {
  const { codes, hashes } = makeRecoveryCodes(employeeId);
  await replaceRecoveryCodeRows(tx, employeeId, hashes);
  return codes;
}

async function audit(
  tx: TenantTransaction,
  staff: StaffSession,
  request: Request,
  action: 'auth.add_authenticator' | 'auth.remove_authenticator' | 'auth.renew_recovery_codes',
): Promise<void> {
  await recordAudit(tx, { action, entity: 'employee', entityId: staff.employeeId, actor: staff, request });
}
