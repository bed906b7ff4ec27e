import type { ApiOutputs } from 'api/contract';
import { formatPhone } from 'domain/phone';

export type SyncLogEntry = ApiOutputs['integrations']['logs']['entries'][number];

/** The entry's customer, as far as known. */
export function customerLabel({
  customerName,
  customerPhone,
}: Pick<SyncLogEntry, 'customerName' | 'customerPhone'>): string {
  if (customerName) return customerName;
  return customerPhone ? formatPhone(customerPhone) : 'Cliente';
}
