import { auditListInput } from 'domain/audit-inputs';
import { employeeProcedure, router } from '../trpc.ts';
import { listAudit, listAuditedEmployees } from './list-audit.ts';

export const auditRouter = router({
  /** Who did what, when, from where. */
  list: employeeProcedure('audit.read', { shows: 'counted' })
    .input(auditListInput)
    .query(({ ctx, input }) => listAudit(ctx.app, ctx.staff, input)),

  /** Whom the log may be asked about: everybody who ever worked here. */
  people: employeeProcedure('audit.read').query(({ ctx }) =>
    listAuditedEmployees(ctx.app, ctx.staff.merchantId),
  ),
});
