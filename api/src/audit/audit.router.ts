import { auditListInput } from 'domain/audit-inputs';
import { router, staffProcedure } from '../trpc.ts';
import { listAudit, listPeople } from './list-audit.ts';

export const auditRouter = router({
  /** Who did what, when, from where. */
  list: staffProcedure('audit.read', { shows: 'counted' })
    .input(auditListInput)
    .query(({ ctx, input }) => listAudit(ctx.app, ctx.staff, input)),

  /** Whom the log may be asked about: everybody who ever worked here. */
  people: staffProcedure('audit.read').query(({ ctx }) => listPeople(ctx.app, ctx.staff.merchantId)),
});
