import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';

/**
 * Revokes the key permanently, from the next request on. Revoking it again changes nothing. Throws Refusal
 * 'api_key_not_found'.
 */
export async function revokeApiKey(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: string },
): Promise<Record<string, never>> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const { merchantId, now: revokedAt } = tx;
    const { revoked, isNew } = await tx.prisma(async ({ apiKey }) => {
      const live = { merchantId, id, revokedAt: null };
      const { count } = await apiKey.updateMany({ where: live, data: { revokedAt } });
      const select = { name: true, prefix: true };
      const key = await apiKey.findFirst({ where: { merchantId, id }, select });
      return { revoked: key, isNew: count > 0 };
    });
    if (!revoked) throw new Refusal('api_key_not_found');
    if (isNew) {
      await recordAudit(tx, {
        action: 'api_key.revoke',
        entity: 'api_key',
        entityId: id,
        actor: staff,
        request,
        details: { name: revoked.name, prefix: revoked.prefix },
      });
    }
    return {};
  });
}
