import {
  codeInput,
  confirmInput,
  createRedemptionInput,
  latestMovementsInput,
  reverseRedemptionInput,
} from 'domain/inputs';
import { CONFIRM_PER_ADDRESS } from '../limits/call-limits.ts';
import { confirmingDevice } from '../proof/confirming-device.ts';
import { employeeProcedure, publicProcedure, router } from '../trpc.ts';
import { cancelRedemption } from './cancel-redemption.ts';
import { confirmRedemption, watchRedemption } from './confirm-redemption.ts';
import { createRedemption } from './create-redemption.ts';
import { listRedemptions } from './list-redemptions.ts';
import { reverseRedemption } from './reverse-redemption.ts';
import { showRedemptionCode } from './show-redemption-code.ts';

export const redemptionsRouter = router({
  /** The counter: part of a balance becomes a QR code. */
  create: employeeProcedure('redemption.create', { shows: 'counted' })
    .input(createRedemptionInput)
    .mutation(({ ctx, input }) => createRedemption(ctx.app, ctx.staff, ctx, input)),

  /** The counter's dialog: turns to confirmed the moment the customer opens the code. */
  watch: employeeProcedure('redemption.create')
    .input(codeInput)
    .subscription(({ ctx, input, signal }) =>
      watchRedemption(ctx.app, ctx.staff.merchantId, input.id, signal),
    ),

  /** The code of a redemption that still waits, once more. */
  showCode: employeeProcedure('redemption.create', { shows: 'counted' })
    .input(codeInput)
    .query(({ ctx, input }) => showRedemptionCode(ctx.app, ctx.staff.merchantId, input.id)),

  /** A redemption that still waits, called off. */
  cancel: employeeProcedure('redemption.create')
    .input(codeInput)
    .mutation(({ ctx, input }) => cancelRedemption(ctx.app, ctx.staff, ctx, input.id)),

  /** The latest redemptions, of the merchant or of one customer, with what may be undone. */
  latest: employeeProcedure('redemption.create', { shows: 'counted' })
    .input(latestMovementsInput)
    .query(({ ctx, input }) => listRedemptions(ctx.app, ctx.staff, input)),

  /** A completed redemption undone; whether this one is theirs to undo is the use case's matter. */
  reverse: employeeProcedure('operations.reverse_own', { proof: 'sometimes' })
    .input(reverseRedemptionInput)
    .mutation(({ ctx, input }) => reverseRedemption(ctx.app, ctx.staff, ctx, input)),

  /** The customer's page: debits the balance, once. */
  confirm: publicProcedure(CONFIRM_PER_ADDRESS)
    .input(confirmInput)
    .mutation(({ ctx, input }) =>
      confirmRedemption(ctx.app, {
        token: input.token,
        hostMerchantId: ctx.hostMerchantId,
        browser: ctx.browser(),
        device: confirmingDevice(ctx, input.deviceId),
      }),
    ),
});
