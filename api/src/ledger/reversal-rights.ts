import { formatDay } from 'domain/local-dates';
import { roleMay } from 'domain/roles';
import type { ActingEmployee } from '../acting-employee.ts';

/**
 * True if this employee may reverse a movement: managers and above any, an operator their own on the
 * merchant's day it was made. The procedure has checked 'operations.reverse_own' before.
 */
export function mayReverse(
  staff: ActingEmployee,
  movement: { employeeId: string; at: Date },
  now: Date,
): boolean {
  const { employee, merchant } = staff.client;
  if (roleMay(employee.role, 'operations.reverse')) return true;
  const dayOf = (moment: Date) => formatDay(moment.getTime(), merchant.timeZone);
  return (
    roleMay(employee.role, 'operations.reverse_own') &&
    movement.employeeId === staff.employeeId &&
    dayOf(movement.at) === dayOf(now)
  );
}
