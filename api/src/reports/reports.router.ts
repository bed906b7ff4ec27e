import { periodInput } from 'domain/period-inputs';
import { segmentCustomersInput } from 'domain/segment-inputs';
import { z } from 'zod';
import { employeeProcedure, router } from '../trpc.ts';
import { listCustomersOfSegment } from './list-segment-customers.ts';
import { summarizeAcquisition } from './summarize-acquisition.ts';
import { summarizeCohorts } from './summarize-cohorts.ts';
import { summarizeDashboard } from './summarize-dashboard.ts';
import { summarizeEmployees } from './summarize-employees.ts';
import { summarizeLiability } from './summarize-liability.ts';
import { summarizeMonth } from './summarize-month.ts';
import { summarizeOwnDay } from './summarize-own-day.ts';
import { summarizePeriod } from './summarize-period.ts';
import { summarizeSegments } from './summarize-segments.ts';
import { summarizeUnconfirmed } from './summarize-unconfirmed.ts';

export const reportsRouter = router({
  /** What the signed-in employee did today; theirs to see where the merchant hides all else. */
  ownDay: employeeProcedure('dashboard.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summarizeOwnDay(ctx.app, ctx.staff)),

  /** The current month at a glance. */
  currentMonth: employeeProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summarizeMonth(ctx.app, ctx.staff.merchantId)),

  /** A period at a glance, beside the one before it. */
  dashboard: employeeProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => summarizeDashboard(ctx.app, ctx.staff.merchantId, input)),

  /** Cost of new customers and value of customers. */
  acquisition: employeeProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => summarizeAcquisition(ctx.app, ctx.staff.merchantId, input)),

  /** A period as its days. */
  period: employeeProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => summarizePeriod(ctx.app, ctx.staff.merchantId, input)),

  /** Purchases and redemptions of each employee in a period. */
  employees: employeeProcedure('reports.read')
    .input(periodInput)
    .query(({ ctx, input }) => summarizeEmployees(ctx.app, ctx.staff.merchantId, input)),

  /** Cashback that was issued in a period and never confirmed. */
  unconfirmed: employeeProcedure('reports.read', { shows: 'limited' })
    .input(periodInput)
    .query(({ ctx, input }) => summarizeUnconfirmed(ctx.app, ctx.staff.merchantId, input)),

  /** Cashback owed to customers, now. */
  liability: employeeProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summarizeLiability(ctx.app, ctx.staff.merchantId)),

  /** Returning customers, by the month of the first purchase. */
  cohorts: employeeProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summarizeCohorts(ctx.app, ctx.staff.merchantId)),

  /** The clientele by when, how often and for how much they bought. */
  segments: employeeProcedure('reports.read')
    .input(z.strictObject({}).optional())
    .query(({ ctx }) => summarizeSegments(ctx.app, ctx.staff.merchantId)),

  /** The customers behind a segment, page by page. */
  segmentCustomers: employeeProcedure('reports.read', { shows: 'limited' })
    .input(segmentCustomersInput)
    .query(({ ctx, input }) => listCustomersOfSegment(ctx.app, ctx.staff.merchantId, input)),
});
