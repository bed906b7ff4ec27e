import type { SetIntegrationActive } from 'domain/integrations';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockIntegration } from './integrations.sql.ts';
import { type Integration, present } from './show-integrations.ts';

/**
 * Turns an integration that has a key on or off. A paused one gets withdrawals and erasures only. Returns the
 * stored integration.
 */
export async function setIntegrationActive(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { provider, isActive }: SetIntegrationActive,
): Promise<Integration> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const row = await lockIntegration(tx, provider);
    if (!row?.apiKeyEncrypted) throw new Refusal('integration_not_saved');
    if (row.isActive !== isActive) {
      const where = { merchantId_id: { merchantId: tx.merchantId, id: row.id } };
      await tx.prisma(({ integrationConfig }) =>
        integrationConfig.update({ where, data: { isActive }, select: { id: true } }),
      );
      await recordAudit(tx, {
        action: isActive ? 'integration.activate' : 'integration.deactivate',
        entity: 'integration',
        entityId: row.id,
        actor: staff,
        request,
        details: { provider },
      });
    }
    return present({ ...row, isActive });
  });
}
