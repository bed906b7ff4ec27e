import {
  confirmInput,
  createRedemptionInput,
  latestMovementsInput,
  reverseRedemptionInput,
  watchInput,
} from 'domain/inputs';
import { CONFIRM_PER_ADDRESS } from '../limits/call-limits.ts';
import { publicProcedure, router, staffProcedure } from '../trpc.ts';
import { confirmRedemption } from './confirm-redemption.ts';
import { createRedemption } from './create-redemption.ts';
import { listRedemptions } from './list-redemptions.ts';
import { reverseRedemption } from './reverse-redemption.ts';
import { watchRedemption } from './watch-redemption.ts';

export const redemptionsRouter = router({
  /** The counter: part of a balance becomes a QR code. */
  create: staffProcedure('redemption.create', { shows: 'counted' })
    .input(createRedemptionInput)
    .mutation(({ ctx, input }) => createRedemption(ctx.app, ctx.staff, ctx, input)),

  /** The counter's dialog: turns to confirmed the moment the customer has scanned. */
  watch: staffProcedure('redemption.create')
    .input(watchInput)
    .subscription(({ ctx, input, signal }) =>
      watchRedemption(ctx.app, ctx.staff.merchantId, input.id, signal),
    ),

  /** The latest redemptions, of the shop or of one customer, with what may be undone. */
  latest: staffProcedure('redemption.create', { shows: 'counted' })
    .input(latestMovementsInput)
    .query(({ ctx, input }) => listRedemptions(ctx.app, ctx.staff, input)),

  /** A completed redemption undone; whether this one is theirs to undo is the use case's matter. */
  reverse: staffProcedure('operations.reverse_own')
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
      }),
    ),
});
