import { confirmInput, issueCashbackInput, watchInput } from 'domain/inputs';
import { CONFIRM_PER_ADDRESS } from '../auth/limits.ts';
import { publicProcedure, router, staffProcedure } from '../trpc.ts';
import { issueCashback } from './issue-cashback.ts';
import { watchCashback } from './watch-cashback.ts';

export const cashbackRouter = router({
  /** The counter: a purchase becomes a QR code. */
  issue: staffProcedure('cashback.issue')
    .input(issueCashbackInput)
    .mutation(({ ctx, input }) => issueCashback(ctx.app, ctx.staff, ctx, input)),

  /** The counter's dialog: turns to confirmed the moment the customer has scanned. */
  watch: staffProcedure('cashback.issue')
    .input(watchInput)
    .subscription(({ ctx, input, signal }) => watchCashback(ctx.app, ctx.staff.merchantId, input.id, signal)),

  /** The customer's page: credits the cashback, once. */
  confirm: publicProcedure(CONFIRM_PER_ADDRESS)
    .input(confirmInput)
    .mutation(({ ctx, input }) => ctx.app.cashbackConfirmations.confirm(input.token, ctx.hostMerchantId)),
});
