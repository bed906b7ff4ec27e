import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../context.ts';
import { feedBulkSync } from '../integrations/feed-bulk-sync.ts';
import { requestConnectionTest } from '../integrations/request-connection-test.ts';
import { saveIntegration } from '../integrations/save-integration.ts';
import { setIntegrationActive } from '../integrations/set-integration-active.ts';
import { startBulkSync } from '../integrations/start-bulk-sync.ts';
import type { StaffSession } from '../staff-session.ts';

const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };

/** Number of failed entries: enough that each caller of the tenant matrix sends one again. */
const FAILED_SYNCS = 60;

/**
 * Inserts both providers with a key of their own, one of them on; the customer's synced and failed entries; a
 * running bulk sync; and an employee's request to a provider.
 */
export async function insertIntegrations(
  app: App,
  owner: pg.Pool,
  boss: StaffSession,
  customerId: string,
): Promise<{ requestId: string; failedSyncs: number[]; canaries: string[] }> {
  const request = { ip: '127.0.0.1', userAgent: 'tenant-fixture' };
  const word = () => randomBytes(12).toString('hex');
  const [mailchimpKey, rdStationToken, audienceId, errorMessage] = [word(), word(), word(), word()];
  const mailchimp = { provider: 'mailchimp', apiKey: mailchimpKey, audienceId, serverPrefix: 'us7' } as const;
  await saveIntegration(app, boss, request, { ...mailchimp, ...SYNC });
  await saveIntegration(app, boss, request, { provider: 'rd_station', apiKey: rdStationToken, ...SYNC });
  await setIntegrationActive(app, boss, request, { provider: 'mailchimp', isActive: true });
  const { requestId } = await requestConnectionTest(app, boss, request, {
    ...mailchimp,
    apiKey: word(),
  });
  const { id: bulkSyncId } = await startBulkSync(app, boss, request);
  await feedBulkSync(app, { merchantId: boss.merchantId, bulkSyncId });
  const { rows: failed } = await owner.query<{ id: string }>(
    `INSERT INTO integration_sync_log (merchant_id, integration_config_id, customer_id, action, status, error_message)
     SELECT merchant_id, id, $2, 'purchase', 'error', $3 FROM integration_configs, generate_series(1, $4)
     WHERE merchant_id = $1 AND provider = 'mailchimp' RETURNING id`,
    [boss.merchantId, customerId, errorMessage, FAILED_SYNCS],
  );
  await owner.query(
    `INSERT INTO integration_rates (merchant_id, integration_config_id, next_call_at)
     SELECT merchant_id, id, now() FROM integration_configs WHERE merchant_id = $1 AND provider = 'rd_station'`,
    [boss.merchantId],
  );
  const { rows } = await owner.query<{ id: string }>(
    'SELECT id FROM integration_configs WHERE merchant_id = $1',
    [boss.merchantId],
  );
  const ids = [...rows.map(({ id }) => id), requestId, bulkSyncId];
  return {
    requestId,
    failedSyncs: failed.map(({ id }) => Number(id)),
    canaries: [mailchimpKey, rdStationToken, audienceId, errorMessage, ...ids],
  };
}
