import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { findDataSubject, listSectionRows } from './customer-data.sql.ts';
import type { DataSection } from './data-section.ts';
import { MOVEMENT_SECTIONS } from './movement-sections.ts';
import { RECORD_SECTIONS } from './record-sections.ts';
import { SHARING_SECTIONS } from './sharing-sections.ts';

export const DATA_SECTIONS: readonly DataSection[] = [
  ...RECORD_SECTIONS,
  ...MOVEMENT_SECTIONS,
  ...SHARING_SECTIONS,
];

/** All that is stored of one customer, as the database has it. */
export interface CustomerData {
  customerId: string;
  merchantName: string;
  timeZone: string;
  phone: string | null;
  name: string | null;
  writtenAt: Date;
  /** Of each section, also of one without rows. */
  sections: { section: DataSection; rows: Record<string, unknown>[] }[];
}

/**
 * Reads all that is stored of one customer and of the records merged into it, at most `limit` rows of a
 * section. Call it in a snapshot, so that the sums agree. Throws Refusal 'customer_not_found'.
 */
export async function showCustomerData(
  tx: TenantTransaction,
  customerId: string,
  limit: number | null = null,
): Promise<CustomerData> {
  const subject = await findDataSubject(tx, customerId);
  if (!subject) throw new Refusal('customer_not_found');
  const sections: CustomerData['sections'] = [];
  for (const section of DATA_SECTIONS)
    sections.push({ section, rows: await listSectionRows(tx, section, subject.ids, limit) });
  return {
    customerId: subject.ids[0] ?? customerId,
    merchantName: subject.merchant_name,
    timeZone: subject.time_zone,
    phone: subject.phone,
    name: subject.name,
    writtenAt: tx.now,
    sections,
  };
}
