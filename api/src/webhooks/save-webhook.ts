import { MAX_WEBHOOK_ENDPOINTS, type SaveWebhook } from 'domain/webhooks';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { assertReceiver } from './assert-receiver.ts';
import { type Endpoint, findEndpoint, listEndpoints } from './endpoints.ts';
import { presentEndpoint, type WebhookEndpoint } from './list-webhooks.ts';
import { listLastDeliveries } from './webhook-log.sql.ts';
import { makeSecret } from './webhook-secrets.ts';
import { listSigningSecrets, lockWebhooks } from './webhooks.sql.ts';

/** The settings that employees change. */
type EndpointSettings = Pick<Endpoint, 'url' | 'description' | 'events' | 'isActive'>;

/**
 * Stores an endpoint and its events. The merchant's first endpoint makes the secret, which only this answer
 * holds. Throws Refusal 'webhook_not_found', 'webhook_limit', 'webhook_url_taken' and what assertReceiver
 * throws.
 */
export async function saveWebhook(
  app: Pick<App, 'tenancy' | 'keyEncryptionKeys' | 'dns' | 'env'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveWebhook,
): Promise<{ endpoint: WebhookEndpoint; secret: string | null }> {
  if (await leadsElsewhere(app, staff, input)) await assertReceiver(app, input.url);
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockWebhooks(tx);
    const before = rowToChange(input, await listEndpoints(tx));
    const id = before?.id ?? newId();
    const after = settingsOf(input);
    const row = await storeEndpoint(tx, id, after, before);
    const secret = await firstSecret(tx, app.keyEncryptionKeys);
    const details = changesOf(before, after);
    if (Object.keys(details).length > 0)
      await recordAudit(tx, {
        action: 'webhook.save',
        entity: 'webhook',
        entityId: id,
        actor: staff,
        request,
        details,
      });
    const last = (await listLastDeliveries(tx)).find(({ endpointId }) => endpointId === id);
    return { endpoint: presentEndpoint(row, last), secret };
  });
}

/**
 * True if events will go to an address that got none before. Turning an endpoint off works with a bad address
 * too. Its own transaction, because none is open while the DNS is asked.
 */
async function leadsElsewhere(
  { tenancy }: Pick<App, 'tenancy'>,
  { merchantId }: StaffSession,
  { id, url, isActive }: SaveWebhook,
): Promise<boolean> {
  if (id === undefined) return true;
  const stored = await tenancy.withTenant(merchantId, (tx) => findEndpoint(tx, id));
  if (!stored) throw new Refusal('webhook_not_found');
  return stored.url !== url || (isActive && !stored.isActive);
}

/** The stored row that changes; undefined if a new one may be made. */
function rowToChange({ id, url }: SaveWebhook, stored: Endpoint[]): Endpoint | undefined {
  const before = stored.find((each) => each.id === id);
  if (id !== undefined && !before) throw new Refusal('webhook_not_found');
  if (stored.some((each) => each.url === url && each !== before)) throw new Refusal('webhook_url_taken');
  if (!before && stored.length >= MAX_WEBHOOK_ENDPOINTS)
    throw new Refusal('webhook_limit', { values: { limit: String(MAX_WEBHOOK_ENDPOINTS) } });
  return before;
}

function settingsOf({ url, description, events, isActive }: SaveWebhook): EndpointSettings {
  return { url, description: description ?? null, events, isActive };
}

function storeEndpoint(
  { merchantId, now, prisma }: TenantTransaction,
  id: string,
  data: EndpointSettings,
  before: Endpoint | undefined,
): Promise<Endpoint> {
  return prisma(({ webhookEndpoint }) =>
    before
      ? webhookEndpoint.update({ where: { merchantId_id: { merchantId, id } }, data })
      : webhookEndpoint.create({ data: { ...data, merchantId, id, createdAt: now } }),
  );
}

async function firstSecret(
  tx: TenantTransaction,
  keyEncryptionKeys: App['keyEncryptionKeys'],
): Promise<string | null> {
  const stored = await listSigningSecrets(tx);
  return stored.length > 0 ? null : (await makeSecret(tx, keyEncryptionKeys, 1)).secret;
}

/** The audit gets the host of an address: the path often holds the receiver's credentials. */
function changesOf(before: EndpointSettings | undefined, after: EndpointSettings) {
  const said = ({ url, description, events, isActive }: EndpointSettings) => ({
    host: new URL(url).host,
    description,
    events: events.join(', '),
    is_active: isActive,
  });
  const [was, is] = [before && said(before), said(after)];
  const details: Record<string, string | boolean | null> = {};
  for (const key of Object.keys(is) as (keyof typeof is)[]) {
    if (was?.[key] === is[key]) continue;
    if (was) details[`${key}_before`] = was[key];
    details[was ? `${key}_after` : key] = is[key];
  }
  if (before && before.url !== after.url && was?.host === is.host) details.pathChanged = true;
  return details;
}
