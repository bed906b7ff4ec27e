import { periodInput } from 'domain/period-inputs';
import { segmentCustomersInput } from 'domain/segment-inputs';
import { z } from 'zod';
import { router, staffProcedure } from '../trpc.ts';
import { listCustomersOfSegment } from './list-segment-customers.ts';
import { summariseAcquisition } from './summarise-acquisition.ts';
import { summariseCohorts } from './summarise-cohorts.ts';
import { summariseDashboard } from './summarise-dashboard.ts';
import { summariseEmployees } from './summarise-employees.ts';
import { summariseLiability } from './summarise-liability.ts';
import { summariseMonth } from './summarise-month.ts';
import { summarisePeriod } from './summarise-period.ts';
import { summariseSegments } from './summarise-segments.ts';
import { summariseUnconfirmed } from './summarise-unconfirmed.ts';

export const reportsRouter = router({
  /** The current month at a glance. */
  currentMonth: staffProcedure('dashboard.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summariseMonth(ctx.app, ctx.staff.merchantId)),

  /** A period at a glance, beside the one before it. */
  dashboard: staffProcedure('dashboard.read')
    .input(periodInput)
    .query(({ ctx, input }) => summariseDashboard(ctx.app, ctx.staff.merchantId, input)),

  /** What new customers cost and what customers are worth. */
  acquisition: staffProcedure('dashboard.read')
    .input(periodInput)
    .query(({ ctx, input }) => summariseAcquisition(ctx.app, ctx.staff.merchantId, input)),

  /** A period as its days. */
  period: staffProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => summarisePeriod(ctx.app, ctx.staff.merchantId, input)),

  /** Who sold and redeemed what in a period. */
  employees: staffProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => summariseEmployees(ctx.app, ctx.staff.merchantId, input)),

  /** Cashback that was issued in a period and never scanned. */
  unconfirmed: staffProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => summariseUnconfirmed(ctx.app, ctx.staff.merchantId, input)),

  /** What is owed to customers in cashback, now. */
  liability: staffProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summariseLiability(ctx.app, ctx.staff.merchantId)),

  /** Who came back, by the month of the first purchase. */
  cohorts: staffProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summariseCohorts(ctx.app, ctx.staff.merchantId)),

  /** The clientele by when, how often and for how much they bought. */
  segments: staffProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summariseSegments(ctx.app, ctx.staff.merchantId)),

  /** The customers behind a segment, page by page. */
  segmentCustomers: staffProcedure('reports.read')
    .input(segmentCustomersInput)
    .query(({ ctx, input }) => listCustomersOfSegment(ctx.app, ctx.staff.merchantId, input)),
});
