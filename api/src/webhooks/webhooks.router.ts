import { saveWebhookInput, webhookDeliveriesInput, webhookInput } from 'domain/webhooks';
import { employeeProcedure, router } from '../trpc.ts';
import { listWebhooks } from './list-webhooks.ts';
import { removeWebhook } from './remove-webhook.ts';
import { retryDelivery } from './retry-delivery.ts';
import { rotateSecret } from './rotate-secret.ts';
import { saveWebhook } from './save-webhook.ts';
import { showDeliveries, showDelivery } from './show-deliveries.ts';
import { testWebhook } from './test-webhook.ts';

export const webhooksRouter = router({
  /** Lists the endpoints; of the secret, its last four characters. */
  list: employeeProcedure('integrations.write').query(({ ctx }) =>
    listWebhooks(ctx.app, ctx.staff.merchantId),
  ),

  /** Stores a new endpoint or changes one. The answer to the first one holds the secret, this once. */
  save: employeeProcedure('integrations.write', { proof: 'fresh' })
    .input(saveWebhookInput)
    .mutation(({ ctx, input }) => saveWebhook(ctx.app, ctx.staff, ctx, input)),

  remove: employeeProcedure('integrations.write')
    .input(webhookInput)
    .mutation(({ ctx, input }) => removeWebhook(ctx.app, ctx.staff, ctx, input)),

  /** Makes a new secret, answered this once; the old one signs beside it for a day. */
  rotateSecret: employeeProcedure('integrations.write', { proof: 'fresh' }).mutation(({ ctx }) =>
    rotateSecret(ctx.app, ctx.staff, ctx),
  ),

  /** Sends a ping, to test a receiver. */
  test: employeeProcedure('integrations.write')
    .input(webhookInput)
    .mutation(({ ctx, input }) => testWebhook(ctx.app, ctx.staff, ctx, input)),

  /** A page of deliveries. */
  deliveries: employeeProcedure('integrations.write')
    .input(webhookDeliveriesInput)
    .query(({ ctx, input }) => showDeliveries(ctx.app, ctx.staff.merchantId, input)),

  /** One delivery with its body. */
  delivery: employeeProcedure('integrations.write')
    .input(webhookInput)
    .query(({ ctx, input }) => showDelivery(ctx.app, ctx.staff.merchantId, input)),

  /** Sends the body of a delivery that has ended again. */
  retry: employeeProcedure('integrations.write')
    .input(webhookInput)
    .mutation(({ ctx, input }) => retryDelivery(ctx.app, ctx.staff, ctx, input)),
});
