import type { Receivers } from './deliveries/receivers.ts';
import { syncSlots } from './integrations/providers.ts';
import { recordSync } from './integrations/record-sync.ts';
import { syncCustomer } from './integrations/sync-customer.ts';
import { sendWebhook, WEBHOOK_SLOTS } from './webhooks/send-webhook.ts';

/** The features that deliveries are made to. */
export const DELIVERY_RECEIVERS: Receivers = {
  integration: { slots: syncSlots, attempt: syncCustomer, recordEnd: recordSync },
  webhook: { slots: () => WEBHOOK_SLOTS, attempt: sendWebhook },
};
