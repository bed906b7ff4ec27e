import {
  addEmployeeInput,
  demandFactorInput,
  employeeInput,
  setEmployeeActiveInput,
  setEmployeeRoleInput,
} from 'domain/employee-inputs';
import { employeeProcedure, router } from '../trpc.ts';
import { addEmployee } from './add-employee.ts';
import { demandFactor } from './demand-factor.ts';
import { listEmployees } from './list-employees.ts';
import { resendInvitation } from './resend-invitation.ts';
import { resetFactor } from './reset-factor.ts';
import { sendEmployeePasswordLink } from './send-employee-password-link.ts';
import { setEmployeeActive } from './set-employee-active.ts';
import { setEmployeeRole } from './set-employee-role.ts';

export const employeesRouter = router({
  /** All employees, with the actions the caller may take on each, and how invitations are delivered. */
  list: employeeProcedure('employees.write').query(({ ctx }) => listEmployees(ctx.app, ctx.staff)),

  /** Adds an employee and invites them to set a password. */
  add: employeeProcedure('employees.write', { proof: 'fresh' })
    .input(addEmployeeInput)
    .mutation(({ ctx, input }) => addEmployee(ctx.app, ctx.staff, ctx, input)),

  /** Activates or deactivates an employee. */
  setActive: employeeProcedure('employees.write', { proof: 'fresh' })
    .input(setEmployeeActiveInput)
    .mutation(({ ctx, input }) => setEmployeeActive(ctx.app, ctx.staff, ctx, input)),

  /** Replaces a lost invitation by a new one. */
  resendInvitation: employeeProcedure('employees.write', { proof: 'fresh' })
    .input(employeeInput)
    .mutation(({ ctx, input }) => resendInvitation(ctx.app, ctx.staff, ctx, input)),

  /** Sends a link to a new password to an employee who forgot theirs. */
  sendPasswordLink: employeeProcedure('employees.write', { proof: 'fresh' })
    .input(employeeInput)
    .mutation(({ ctx, input }) => sendEmployeePasswordLink(ctx.app, ctx.staff, ctx, input)),

  /** Turns off the second step of an employee who lost it. */
  resetFactor: employeeProcedure('roles.write', { proof: 'fresh' })
    .input(employeeInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await resetFactor(ctx.app, ctx.staff, ctx, input);
      return null;
    }),

  /** Chooses the roles that must have a second step. */
  demandFactor: employeeProcedure('roles.write', { proof: 'fresh' })
    .input(demandFactorInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await demandFactor(ctx.app, ctx.staff, ctx, input);
      return null;
    }),

  /** Changes an employee's role, ownership included. */
  setRole: employeeProcedure('roles.write', { proof: 'fresh' })
    .input(setEmployeeRoleInput)
    .mutation(({ ctx, input }) => setEmployeeRole(ctx.app, ctx.staff, ctx, input)),
});
