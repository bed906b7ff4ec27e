import {
  addEmployeeInput,
  employeeInput,
  setEmployeeActiveInput,
  setEmployeeRoleInput,
} from 'domain/employee-inputs';
import { employeeProcedure, router } from '../trpc.ts';
import { addEmployee } from './add-employee.ts';
import { listEmployees } from './list-employees.ts';
import { resendInvitation } from './resend-invitation.ts';
import { sendEmployeePasswordLink } from './send-employee-password-link.ts';
import { setEmployeeActive } from './set-employee-active.ts';
import { setEmployeeRole } from './set-employee-role.ts';

export const employeesRouter = router({
  /** Everybody, with what the caller may do with each, and how invitations travel. */
  list: employeeProcedure('employees.write').query(({ ctx }) => listEmployees(ctx.app, ctx.staff)),

  /** Takes somebody on and invites them to set a password. */
  add: employeeProcedure('employees.write')
    .input(addEmployeeInput)
    .mutation(({ ctx, input }) => addEmployee(ctx.app, ctx.staff, ctx, input)),

  /** Lets somebody in again or keeps them out. */
  setActive: employeeProcedure('employees.write')
    .input(setEmployeeActiveInput)
    .mutation(({ ctx, input }) => setEmployeeActive(ctx.app, ctx.staff, ctx, input)),

  /** A new invitation in place of one that was lost. */
  resendInvitation: employeeProcedure('employees.write')
    .input(employeeInput)
    .mutation(({ ctx, input }) => resendInvitation(ctx.app, ctx.staff, ctx, input)),

  /** A link to a new password, for somebody who forgot theirs. */
  sendPasswordLink: employeeProcedure('employees.write')
    .input(employeeInput)
    .mutation(({ ctx, input }) => sendEmployeePasswordLink(ctx.app, ctx.staff, ctx, input)),

  /** Another role, ownership included. */
  setRole: employeeProcedure('roles.write')
    .input(setEmployeeRoleInput)
    .mutation(({ ctx, input }) => setEmployeeRole(ctx.app, ctx.staff, ctx, input)),
});
