import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { saveIntegration } from '../integrations/save-integration.ts';

const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };

/** Both providers with a key of their own, and what was sent to one of them about the customer. */
export async function insertIntegrations(
  app: App,
  owner: pg.Pool,
  boss: StaffSession,
  customerId: string,
): Promise<{ canaries: string[] }> {
  const request = { ip: '127.0.0.1', userAgent: 'tenant-world' };
  const word = () => randomBytes(12).toString('hex');
  const [mailchimpKey, rdStationToken, audienceId, errorMessage] = [word(), word(), word(), word()];
  const mailchimp = { provider: 'mailchimp', apiKey: mailchimpKey, audienceId, serverPrefix: 'us7' } as const;
  await saveIntegration(app, boss, request, { ...mailchimp, ...SYNC });
  await saveIntegration(app, boss, request, { provider: 'rd_station', apiKey: rdStationToken, ...SYNC });
  await owner.query(
    `INSERT INTO integration_sync_log (merchant_id, integration_config_id, customer_id, action, status, error_message)
     SELECT merchant_id, id, $2, 'purchase', 'error', $3 FROM integration_configs
     WHERE merchant_id = $1 AND provider = 'mailchimp'`,
    [boss.merchantId, customerId, errorMessage],
  );
  const { rows } = await owner.query<{ id: string }>(
    'SELECT id FROM integration_configs WHERE merchant_id = $1',
    [boss.merchantId],
  );
  const ids = rows.map(({ id }) => id);
  return { canaries: [mailchimpKey, rdStationToken, audienceId, errorMessage, ...ids] };
}
