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
  /** All employees, with the actions the caller may take on each, and how invitations are delivered. */
  list: employeeProcedure('employees.write').query(({ ctx }) => listEmployees(ctx.app, ctx.staff)),

  /** Adds an employee and invites them to set a password. */
  add: employeeProcedure('employees.write')
    .input(addEmployeeInput)
    .mutation(({ ctx, input }) => addEmployee(ctx.app, ctx.staff, ctx, input)),

  /** Activates or deactivates an employee. */
  setActive: employeeProcedure('employees.write')
    .input(setEmployeeActiveInput)
    .mutation(({ ctx, input }) => setEmployeeActive(ctx.app, ctx.staff, ctx, input)),

  /** Replaces a lost invitation by a new one. */
  resendInvitation: employeeProcedure('employees.write')
    .input(employeeInput)
    .mutation(({ ctx, input }) => resendInvitation(ctx.app, ctx.staff, ctx, input)),

  /** Sends a link to a new password to an employee who forgot theirs. */
  sendPasswordLink: employeeProcedure('employees.write')
    .input(employeeInput)
    .mutation(({ ctx, input }) => sendEmployeePasswordLink(ctx.app, ctx.staff, ctx, input)),

  /** Changes an employee's role, ownership included. */
  setRole: employeeProcedure('roles.write')
    .input(setEmployeeRoleInput)
    .mutation(({ ctx, input }) => setEmployeeRole(ctx.app, ctx.staff, ctx, input)),
});
