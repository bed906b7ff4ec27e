import { markSetupInput } from 'domain/setup-inputs';
import { employeeProcedure, router } from '../trpc.ts';
import { markSetup } from './mark-setup.ts';
import { showSetup } from './show-setup.ts';

export const setupRouter = router({
  /** The merchant's first steps, as the dashboard lists them. */
  show: employeeProcedure('settings.write').query(({ ctx }) => showSetup(ctx.app, ctx.staff.merchantId)),

  /** Ticks a step that no other row tells, or dismisses the list for good. */
  mark: employeeProcedure('settings.write')
    .input(markSetupInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await ctx.app.tenancy.withTenant(ctx.staff.merchantId, (tx) => markSetup(tx, input.mark));
      return null;
    }),
});
