import type { Receivers } from './deliveries/receivers.ts';
import { ERASE_EVENT, eraseContact } from './integrations/erase-contact.ts';
import { syncSlots } from './integrations/providers.ts';
import { recordSync } from './integrations/record-sync.ts';
import { syncCustomer } from './integrations/sync-customer.ts';
import { recordUndelivered } from './integrations/undelivered-erasures.ts';
import { sendWebhook, WEBHOOK_SLOTS } from './webhooks/send-webhook.ts';

/** The features that deliveries are made to. */
export const DELIVERY_RECEIVERS: Receivers = {
  integration: {
    slots: syncSlots,
    attempt: (app, delivery) =>
      delivery.event === ERASE_EVENT ? eraseContact(app, delivery) : syncCustomer(app, delivery),
    recordEnd: async (tx, delivery, end, contacted) => {
      await recordSync(tx, delivery, end, contacted);
      if (delivery.event === ERASE_EVENT) await recordUndelivered(tx, delivery, end);
    },
  },
  webhook: { slots: () => WEBHOOK_SLOTS, attempt: sendWebhook },
};
