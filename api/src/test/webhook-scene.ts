import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { createAccountGate } from '../deliveries/account-gate.ts';
import { deliver } from '../deliveries/deliver.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { createOutgoing } from '../lib/outgoing.ts';
import { saveWebhook } from '../webhooks/save-webhook.ts';
import { type MoneyScene, useMoneyScene } from './money-scene.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };

/** A shop and a receiver on this machine that its webhooks may call. */
export interface WebhookScene extends MoneyScene {
  readonly receiver: WebhookReceiver;
  /** An endpoint at the receiver for these events, and the secret if it is the shop's first. */
  listen(events: Parameters<typeof saveWebhook>[3]['events'], path?: string): Promise<Listening>;
  /** What waits to be sent to the shop's endpoints, oldest first. */
  waiting(staff?: StaffSession): Promise<Delivery[]>;
  /** One try for each that waits, whenever it is due, as the worker makes it. */
  deliver(staff?: StaffSession): Promise<void>;
}

/** Nobody else delivers here. */
const FREE = { take: async () => async () => undefined };

interface Listening {
  id: string;
  secret: string;
}

/** To be called at the top of a test file. The fields are there once a test runs. */
export function useWebhookScene(timeLimitMs?: number): WebhookScene {
  const scene = useMoneyScene() as { -readonly [Key in keyof WebhookScene]: WebhookScene[Key] };
  let outgoing: ReturnType<typeof createOutgoing>;
  beforeAll(async () => {
    scene.receiver = await startWebhookReceiver();
    const webhookExceptions = [scene.receiver.origin];
    const limit = timeLimitMs === undefined ? {} : { timeLimitMs };
    outgoing = createOutgoing({ exceptions: webhookExceptions, dns: scene.app.dns, ...limit });
    const env: App['env'] = { ...scene.app.env, webhookExceptions };
    scene.app = { ...scene.app, env, outgoing };
  });
  beforeEach(() => {
    scene.receiver.received.length = 0;
    scene.receiver.answer(204);
  });
  afterAll(async () => {
    await outgoing?.close();
    await scene.receiver?.close();
  });
  scene.listen = async (events, path = '/eventos') => {
    const url = `${scene.receiver.origin}${path}`;
    const input = { url, description: null, events, isActive: true };
    const { endpoint, secret } = await saveWebhook(scene.app, scene.staff, REQUEST, input);
    return { id: endpoint.id, secret: secret ?? '' };
  };
  scene.waiting = async (staff = scene.staff) => {
    const { rows } = await scene.owner.query<Delivery>(
      `SELECT merchant_id AS "merchantId", id, integration_config_id AS "integrationConfigId",
         webhook_endpoint_id AS "webhookEndpointId", event, subject_id AS "subjectId", customer_id AS "customerId",
         bulk_sync_id AS "bulkSyncId", tries, occurred_at AS "occurredAt", body
       FROM deliveries WHERE merchant_id = $1 AND state = 'waiting' AND webhook_endpoint_id IS NOT NULL
       ORDER BY created_at, event, id`,
      [staff.merchantId],
    );
    return rows;
  };
  scene.deliver = async (staff = scene.staff) => {
    await scene.owner.query(
      `UPDATE deliveries SET next_try_at = now() WHERE merchant_id = $1 AND state = 'waiting'`,
      [staff.merchantId],
    );
    for (const { merchantId, id } of await scene.waiting(staff)) {
      const limits = { locks: FREE, gate: createAccountGate(scene.app.deliveryRules) };
      await deliver(scene.app, limits, { merchantId, deliveryId: id });
    }
  };
  return scene;
}
