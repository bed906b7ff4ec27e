import { employeeMay, type Permission, type PermittedEmployee, roleMay } from 'domain/roles';
import type { ClientSession } from 'domain/session';
import { Refusal } from './errors.ts';

/** Throws Refusal 'forbidden' for the role, 'reports_hidden' where the merchant has closed it. */
export function assertMay(caller: PermittedEmployee, permission: Permission): void {
  if (!roleMay(caller.employee.role, permission)) throw new Refusal('forbidden');
  if (!employeeMay(caller, permission)) throw new Refusal('reports_hidden');
}

/** Throws Refusal 'factor_demanded' where the days to set up a second step are over. */
export function assertFactor({ factorDaysLeft }: Pick<ClientSession, 'factorDaysLeft'>): void {
  if (factorDaysLeft === 0) throw new Refusal('factor_demanded');
}
