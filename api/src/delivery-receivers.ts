import type { Receivers } from './deliveries/receivers.ts';
import { syncLanes } from './integrations/providers.ts';
import { recordSync } from './integrations/record-sync.ts';
import { prepareSync } from './integrations/sync-customer.ts';
import { prepareWebhook, WEBHOOK_LANES } from './webhooks/send-webhook.ts';

/** Table of contents of what deliveries are made to. */
export const DELIVERY_RECEIVERS: Receivers = {
  integration: { prepare: prepareSync, lanes: syncLanes, recordEnd: recordSync },
  webhook: { prepare: prepareWebhook, lanes: () => WEBHOOK_LANES },
};
