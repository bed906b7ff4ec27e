import { periodInput } from 'domain/period-inputs';
import { addSpendInput, spendInput } from 'domain/spend-inputs';
import { employeeProcedure, router } from '../trpc.ts';
import { addSpend } from './add-spend.ts';
import { listSpend } from './list-spend.ts';
import { removeSpend } from './remove-spend.ts';

export const spendRouter = router({
  /** Adds marketing spend of one day. */
  add: employeeProcedure('spend.write')
    .input(addSpendInput)
    .mutation(({ ctx, input }) => addSpend(ctx.app, ctx.staff, ctx, input)),

  /** A period's entries and their sum. */
  list: employeeProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => listSpend(ctx.app, ctx.staff.merchantId, input)),

  /** Removes a mistaken entry. */
  remove: employeeProcedure('spend.write')
    .input(spendInput)
    .mutation(({ ctx, input }) => removeSpend(ctx.app, ctx.staff, ctx, input)),
});
