import { MAX_PASSKEYS } from 'domain/account-inputs';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { lockEmployee } from './account.sql.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import { beginFactor, type ChangeDependencies, endFactor } from './own-factors.ts';
import { makePasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.ts';
import { deletePasskey, insertPasskey, listPasskeys } from './passkeys.sql.ts';
import { checkCreated, creationOptions, siteOf } from './web-authn.ts';

type Request = { ip: string; userAgent?: string | undefined };

/** What a browser needs to make a passkey for the signed-in employee. Throws Refusal 'too_many_passkeys'. */
export async function startPasskey(app: Pick<App, 'env' | 'tenancy'>, staff: StaffSession) {
  const { employee, merchant } = staff.client;
  const existing = await app.tenancy.withTenant(staff.merchantId, (tx) => listPasskeys(tx, employee.id));
  if (existing.length >= MAX_PASSKEYS) throw new Refusal('too_many_passkeys');
  const challenge = await makePasskeyChallenge(app, { ceremony: 'add', secret: staff.id });
  return creationOptions(siteOf(app.env), challenge, { ...employee, merchantName: merchant.name }, existing);
}

/**
 * Adds the passkey that the browser made and notifies the employee. Returns what `beginFactor` does. Throws
 * Refusal 'passkey_not_added' or 'too_many_passkeys'.
 */
export async function confirmPasskey(
  app: Pick<App, 'env' | 'mail' | 'tenancy' | 'tokens'>,
  staff: StaffSession,
  request: Request,
  {
    name,
    ...answer
  }: {
    name: string;
    credentialId: string;
    clientData: string;
    attestation: string;
    transports: string[];
  },
): Promise<{ recoveryCodes: string[] | null }> {
  const { employeeId } = staff;
  const challenge = await takePasskeyChallenge(app, { ceremony: 'add', secret: staff.id });
  const created = challenge && (await checkCreated(siteOf(app.env), challenge, answer));
  if (!created) throw new Refusal('passkey_not_added');
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const employee = await lockEmployee(tx, employeeId);
    if (!employee) throw new Refusal('unauthenticated');
    const existing = await listPasskeys(tx, employeeId);
    if (existing.length >= MAX_PASSKEYS) throw new Refusal('too_many_passkeys');
    // The notice first: 'Não fui eu' removes what was set up since.
    await issueSecurityNotice(app, tx, { kind: 'passkey_added', employeeId, email: employee.email, request });
    const recoveryCodes = await beginFactor(tx, staff);
    if (!(await insertPasskey(tx, { ...created, id: newId(), employeeId, name })))
      throw new Refusal('passkey_not_added');
    await audit(tx, staff, request, 'auth.add_passkey');
    return { recoveryCodes };
  });
}

/** Removes a passkey. Throws as `endFactor`, and Refusal 'passkey_not_found'. */
export async function removePasskey(
  app: ChangeDependencies,
  staff: StaffSession,
  request: Request,
  { id }: { id: string },
): Promise<void> {
  const { employeeId } = staff;
  await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const employee = await lockEmployee(tx, employeeId);
    if (!employee || !(await deletePasskey(tx, employeeId, id))) throw new Refusal('passkey_not_found');
    const { email } = employee;
    const kind = (await endFactor(tx, employeeId)) ? 'factor_removed' : 'passkey_removed';
    await audit(tx, staff, request, 'auth.remove_passkey');
    await issueSecurityNotice(app, tx, { kind, employeeId, email, request });
  });
}

async function audit(
  tx: TenantTransaction,
  staff: StaffSession,
  request: Request,
  action: 'auth.add_passkey' | 'auth.remove_passkey',
): Promise<void> {
  await recordAudit(tx, { action, entity: 'employee', entityId: staff.employeeId, actor: staff, request });
}
