import {
  codeInput,
  confirmInput,
  issueCashbackInput,
  latestMovementsInput,
  reversePurchaseInput,
} from 'domain/inputs';
import { CONFIRM_PER_ADDRESS, PURCHASES_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import { confirmingDevice } from '../proof/confirming-device.ts';
import { employeeProcedure, publicProcedure, router } from '../trpc.ts';
import { confirmCashback, watchCashback } from './confirm-cashback.ts';
import { issueCashback } from './issue-cashback.ts';
import { listPurchases } from './list-purchases.ts';
import { reversePurchase } from './reverse-purchase.ts';
import { showPurchaseCode } from './show-purchase-code.ts';

export const cashbackRouter = router({
  /** The counter: a purchase becomes a QR code. */
  issue: employeeProcedure('cashback.issue')
    .input(issueCashbackInput)
    .mutation(async ({ ctx, input }) => {
      const { app, staff } = ctx;
      await limitSubject(app.limiter, PURCHASES_PER_EMPLOYEE, staff.employeeId, 'too_many_purchases');
      return await issueCashback(app, staff, ctx, input);
    }),

  /** The counter's dialog: turns to confirmed the moment the customer opens the code. */
  watch: employeeProcedure('cashback.issue')
    .input(codeInput)
    .subscription(({ ctx, input, signal }) => watchCashback(ctx.app, ctx.staff.merchantId, input.id, signal)),

  /** The code of a purchase that still waits, once more. */
  showCode: employeeProcedure('cashback.issue', { shows: 'counted' })
    .input(codeInput)
    .query(({ ctx, input }) => showPurchaseCode(ctx.app, ctx.staff.merchantId, input.id)),

  /** The latest purchases, of the merchant or of one customer, with what may be reversed. */
  latest: employeeProcedure('cashback.issue', { shows: 'counted' })
    .input(latestMovementsInput)
    .query(({ ctx, input }) => listPurchases(ctx.app, ctx.staff, input)),

  /**
   * A purchase taken back, wholly or in part; whether this one is theirs to reverse is the use case's matter.
   */
  reverse: employeeProcedure('operations.reverse_own', { proof: 'sometimes' })
    .input(reversePurchaseInput)
    .mutation(({ ctx, input }) => reversePurchase(ctx.app, ctx.staff, ctx, input)),

  /** The customer's page: credits the cashback, once. */
  confirm: publicProcedure(CONFIRM_PER_ADDRESS)
    .input(confirmInput)
    .mutation(({ ctx, input }) =>
      confirmCashback(ctx.app, {
        token: input.token,
        hostMerchantId: ctx.hostMerchantId,
        browser: ctx.browser(),
        device: confirmingDevice(ctx, input.deviceId),
      }),
    ),
});
