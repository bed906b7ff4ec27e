import { startWebhookReceiver, type WebhookReceiver } from 'testing/webhook-receiver';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { App } from '../context.ts';
import { attemptDelivery } from '../deliveries/attempt-delivery.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { createAccountGate } from '../deliveries/delivery-limits.ts';
import { DELIVERY_RECEIVERS } from '../delivery-receivers.ts';
import { createOutgoing } from '../lib/outgoing.ts';
import type { StaffSession } from '../staff-session.ts';
import { saveWebhook } from '../webhooks/save-webhook.ts';
import { asWorker } from './as-worker.ts';
import { type MoneyFixture, useMoneyFixture } from './money-fixture.ts';

const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };

/** A merchant and a receiver on this machine that its webhooks may call. */
export interface WebhookFixture extends MoneyFixture {
  readonly receiver: WebhookReceiver;
  /** An endpoint at the receiver for these events, and the secret if it is the merchant's first. */
  listen(events: Parameters<typeof saveWebhook>[3]['events'], path?: string): Promise<Listening>;
  /** Deliveries that wait for the merchant's endpoints, oldest first. */
  waiting(staff?: StaffSession): Promise<Delivery[]>;
  /** Makes one attempt of each waiting delivery, due or not, as the worker does. */
  deliver(staff?: StaffSession): Promise<void>;
}

/** Slots that are always free, because nothing else delivers here. */
const FREE = { claim: async () => async () => undefined };

interface Listening {
  id: string;
  secret: string;
}

/** Sets up webhooks for a test file; call it at the top. Its fields exist once a test runs. */
export function useWebhookFixture(): WebhookFixture {
  const fixture = useMoneyFixture() as { -readonly [Key in keyof WebhookFixture]: WebhookFixture[Key] };
  let outgoing: ReturnType<typeof createOutgoing>;
  beforeAll(async () => {
    fixture.receiver = await startWebhookReceiver();
    const webhookExceptions = [fixture.receiver.origin];
    outgoing = createOutgoing({ exceptions: webhookExceptions, dns: fixture.app.dns });
    const env: App['env'] = { ...fixture.app.env, webhookExceptions };
    fixture.app = { ...fixture.app, env, outgoing };
  });
  beforeEach(() => {
    fixture.receiver.received.length = 0;
    fixture.receiver.answer(204);
  });
  afterAll(async () => {
    await outgoing?.close();
    await fixture.receiver?.close();
  });
  fixture.listen = async (events, path = '/eventos') => {
    const url = `${fixture.receiver.origin}${path}`;
    const input = { url, description: null, events, isActive: true };
    const { endpoint, secret } = await saveWebhook(fixture.app, fixture.staff, REQUEST, input);
    return { id: endpoint.id, secret: secret ?? '' };
  };
  fixture.waiting = async (staff = fixture.staff) => {
    const { rows } = await fixture.owner.query<Delivery>(
      `SELECT merchant_id AS "merchantId", id, integration_config_id AS "integrationConfigId",
         webhook_endpoint_id AS "webhookEndpointId", event, subject_id AS "subjectId", customer_id AS "customerId",
         bulk_sync_id AS "bulkSyncId", attempts, deferrals, occurred_at AS "occurredAt", body
       FROM deliveries WHERE merchant_id = $1 AND state = 'waiting' AND webhook_endpoint_id IS NOT NULL
       ORDER BY created_at, event, id`,
      [staff.merchantId],
    );
    return rows;
  };
  fixture.deliver = async (staff = fixture.staff) => {
    await fixture.owner.query(
      `UPDATE deliveries SET next_attempt_at = now() WHERE merchant_id = $1 AND state = 'waiting'`,
      [staff.merchantId],
    );
    for (const { merchantId, id } of await fixture.waiting(staff)) {
      const limits = { locks: FREE, gate: createAccountGate(fixture.app.deliveryRules) };
      const app = { ...asWorker(fixture.app), receivers: DELIVERY_RECEIVERS };
      await attemptDelivery(app, limits, { merchantId, deliveryId: id });
    }
  };
  return fixture;
}
