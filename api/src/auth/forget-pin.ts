import type { TenantTransaction } from '../tenant.ts';
import { deletePin } from './employee-pins.sql.ts';

/** Removes the PIN of an employee who lost access, or whose account another used. */
export async function forgetPin(tx: TenantTransaction, employeeId: string): Promise<void> {
  await deletePin(tx, employeeId);
}
