import type { SetIntegrationActive } from 'domain/integrations';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockIntegration, updateIntegrationActive } from './integrations.sql.ts';
import { type Integration, present } from './show-integrations.ts';

/**
 * Turns an integration that has a key on or off. Deliveries go to active ones only. Returns the stored
 * integration.
 */
export async function setIntegrationActive(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { provider, isActive }: SetIntegrationActive,
): Promise<Integration> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const row = await lockIntegration(tx, provider);
    if (!row?.api_key_encrypted) throw new Refusal('integration_not_saved');
    if (row.is_active !== isActive) {
      await updateIntegrationActive(tx, row.id, isActive);
      await recordAudit(tx, {
        action: isActive ? 'integration.activate' : 'integration.deactivate',
        entity: 'integration',
        entityId: row.id,
        actor: staff,
        request,
        details: { provider },
      });
    }
    return present({ ...row, is_active: isActive });
  });
}
