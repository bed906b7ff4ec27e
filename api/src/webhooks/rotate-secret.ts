import { WEBHOOK_SECRET_OVERLAP_HOURS } from 'domain/webhooks';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { makeSecret } from './webhook-secrets.ts';
import { expireSecret, listSigningSecrets, lockWebhooks } from './webhooks.sql.ts';

/**
 * Makes a new secret, which only this answer holds. The previous one signs beside it for a day, so that
 * receivers can switch without missing an event.
 */
export async function rotateSecret(
  { tenancy, keyEncryptionKeys }: Pick<App, 'tenancy' | 'keyEncryptionKeys'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ secret: string }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockWebhooks(tx);
    const [newest] = await listSigningSecrets(tx);
    if (newest) await expireSecret(tx, newest.version, WEBHOOK_SECRET_OVERLAP_HOURS);
    const { secret, last4 } = await makeSecret(tx, keyEncryptionKeys, (newest?.version ?? 0) + 1);
    await recordAudit(tx, {
      action: 'webhook.rotate_secret',
      entity: 'webhook',
      entityId: null,
      actor: staff,
      request,
      details: { secret_last4_before: newest?.last4 ?? null, secret_last4_after: last4 },
    });
    return { secret };
  });
}
