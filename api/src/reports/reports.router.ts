import { z } from 'zod';
import { router, staffProcedure } from '../trpc.ts';
import { summariseMonth } from './summarise-month.ts';

export const reportsRouter = router({
  /** The current month at a glance. */
  currentMonth: staffProcedure('dashboard.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summariseMonth(ctx.app, ctx.staff.merchantId)),
});
