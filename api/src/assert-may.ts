import { employeeMay, type Permission, type PermittedEmployee, roleMay } from 'domain/roles';
import { Refusal } from './errors.ts';

/** Throws Refusal 'forbidden' for the role, 'reports_hidden' where the merchant has closed it. */
export function assertMay(caller: PermittedEmployee, permission: Permission): void {
  if (!roleMay(caller.employee.role, permission)) throw new Refusal('forbidden');
  if (!employeeMay(caller, permission)) throw new Refusal('reports_hidden');
}
