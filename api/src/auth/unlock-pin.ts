import type { TenantTransaction } from '../tenant.ts';
import { endPinTries } from './employee-pins.sql.ts';

/** Unlocks the PIN of an employee who logged in. */
export async function unlockPin(tx: TenantTransaction, employeeId: string): Promise<void> {
  await endPinTries(tx, employeeId);
}
