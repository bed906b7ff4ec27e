import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { saveWebhook } from '../webhooks/save-webhook.ts';

/** Number of endpoints: enough that each caller of the tenant matrix removes one. */
const SPARE_ENDPOINTS = 40;

/**
 * An endpoint with its secret and what could not be sent there, and many more beside it that nothing is sent
 * to.
 */
export async function insertWebhooks(
  app: App,
  owner: pg.Pool,
  boss: StaffSession,
): Promise<{
  endpoint: { id: string; url: string };
  failedDeliveryId: string;
  spareIds: string[];
  canaries: string[];
}> {
  const word = () => randomBytes(12).toString('hex');
  const [url, description, body, error] = [`https://${word()}.invalid/${word()}`, word(), word(), word()];
  const input = { url, description, events: ['customer.created' as const], isActive: true };
  const request = { ip: '127.0.0.1', userAgent: 'tenant-fixture' };
  const { endpoint, secret } = await saveWebhook(app, boss, request, input);
  const failedDeliveryId = randomUUID();
  await owner.query(
    `INSERT INTO deliveries (merchant_id, id, webhook_endpoint_id, event, subject_id, state, attempts, next_attempt_at,
       last_error, body, occurred_at, finished_at)
     VALUES ($1, $2, $3, 'ping', $3, 'failed', 8, now(), $4, $5, now(), now())`,
    [boss.merchantId, failedDeliveryId, endpoint.id, error, body],
  );
  const spare = Array.from({ length: SPARE_ENDPOINTS }, () => ({
    id: randomUUID(),
    url: `https://${word()}.invalid/`,
  }));
  await owner.query(
    `INSERT INTO webhook_endpoints (merchant_id, id, url, events, is_active)
     SELECT $1, id, url, '{customer.created}', false FROM unnest($2::uuid[], $3::text[]) AS spare (id, url)`,
    [boss.merchantId, spare.map(({ id }) => id), spare.map((each) => each.url)],
  );
  const spareIds = spare.map(({ id }) => id);
  const texts = [url, description, body, error, secret ?? '', ...spare.map((each) => each.url)];
  return {
    endpoint,
    failedDeliveryId,
    spareIds,
    canaries: [...texts, endpoint.id, failedDeliveryId, ...spareIds],
  };
}
