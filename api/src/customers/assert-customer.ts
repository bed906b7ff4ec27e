import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { hasCustomer } from './customer-record.sql.ts';

/**
 * Throws Refusal 'customer_not_found' for an unknown customer: an empty list of movements would say that
 * there is one.
 */
export async function assertCustomer(tx: TenantTransaction, customerId: string): Promise<void> {
  if (!(await hasCustomer(tx, customerId))) throw new Refusal('customer_not_found');
}
