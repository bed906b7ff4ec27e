import { Refusal } from '../errors.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import type { Tenancy } from '../tenant.ts';
import { findLoginByEmail } from './auth.sql.ts';

/** True if an employee of any merchant has proved the address and signs in with it. */
export async function hasLogin({ tenancy }: { tenancy: Tenancy }, email: string): Promise<boolean> {
  return (await findLoginByEmail(tenancy, email)) !== undefined;
}

/**
 * Runs a transaction that makes an employee the holder of an e-mail. A unique index allows one active holder;
 * a second is refused as 'email_taken'.
 */
export async function claimEmail<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    // Also matches the index of one merchant's addresses, whose name ends alike.
    if (isUniqueViolation(error, 'employees_email_key')) throw new Refusal('email_taken');
    throw error;
  }
}
