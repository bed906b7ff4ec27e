import { type CreateApiKey, MAX_LIVE_API_KEYS, mayMakeKeyFor, roleMayUseScope } from 'domain/api-keys';
import { roleMay } from 'domain/roles';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { makeApiKey } from './api-key-text.ts';
import { type KeyEmployeeRow, lockApiKeys, lockKeyEmployees } from './api-keys.sql.ts';

export interface CreatedApiKey {
  id: string;
  /** The key itself, shown only now. */
  key: string;
  prefix: string;
}

/**
 * Creates a key, of which only the hash and the prefix are stored. Throws Refusal 'unauthenticated',
 * 'forbidden', 'employee_not_found', 'api_key_person_above', 'api_key_person_inactive',
 * 'api_key_role_too_small' or 'api_key_limit'.
 */
export async function createApiKey(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { name, scopes, employeeId = staff.employeeId }: CreateApiKey,
): Promise<CreatedApiKey> {
  const { key, prefix } = makeApiKey();
  const id = newId();
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockApiKeys(tx);
    const employee = await lockEmployee(tx, staff.employeeId, employeeId);
    if (!scopes.every((scope) => roleMayUseScope(employee.role, scope)))
      throw new Refusal('api_key_role_too_small');
    const { merchantId, now: createdAt } = tx;
    await tx.prisma(async ({ apiKey }) => {
      if ((await apiKey.count({ where: { merchantId, revokedAt: null } })) >= MAX_LIVE_API_KEYS)
        throw new Refusal('api_key_limit', { values: { limit: String(MAX_LIVE_API_KEYS) } });
      await apiKey.create({
        data: {
          merchantId,
          id,
          employeeId,
          createdById: staff.employeeId,
          name,
          prefix,
          keyHash: Uint8Array.from(sha256(key)),
          scopes,
          createdAt,
        },
      });
    });
    await recordAudit(tx, {
      action: 'api_key.create',
      entity: 'api_key',
      entityId: id,
      actor: staff,
      request,
      details: { name, prefix, scopes, employeeId },
    });
  });
  return { id, key, prefix };
}

/** Locks both employees and returns the one the key will act for. Checks the present rights of both. */
async function lockEmployee(
  tx: TenantTransaction,
  makerId: string,
  employeeId: string,
): Promise<KeyEmployeeRow> {
  const employees = await lockKeyEmployees(tx, [makerId, employeeId]);
  const maker = employees.find(({ id }) => id === makerId);
  if (!maker?.isActive) throw new Refusal('unauthenticated');
  if (!roleMay(maker.role, 'integrations.write')) throw new Refusal('forbidden');
  const employee = employees.find(({ id }) => id === employeeId);
  if (!employee) throw new Refusal('employee_not_found');
  if (!mayMakeKeyFor(maker.role, employee.role)) throw new Refusal('api_key_person_above');
  if (!employee.isActive) throw new Refusal('api_key_person_inactive');
  return employee;
}
