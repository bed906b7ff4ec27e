import { auditListInput } from 'domain/audit-inputs';
import { employeeProcedure, router } from '../trpc.ts';
import { listAudit, listAuditedEmployees } from './list-audit.ts';

export const auditRouter = router({
  /** Audit entries: actor, action, time and address. */
  list: employeeProcedure('audit.read', { shows: 'counted' })
    .input(auditListInput)
    .query(({ ctx, input }) => listAudit(ctx.app, ctx.staff, input)),

  /** Employees to filter the log by: all who ever worked here. */
  people: employeeProcedure('audit.read').query(({ ctx }) =>
    listAuditedEmployees(ctx.app, ctx.staff.merchantId),
  ),
});
