import { readOwnPhones } from '../employees/own-phones.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import type { FileCustomer, FileError } from './customer-file.ts';
import { listKnownPhones } from './customer-import.sql.ts';
import { findImportErrors } from './find-import-errors.ts';
import { readCustomerFile } from './read-customer-file.ts';

const SHOWN_CUSTOMERS = 10;
const SHOWN_ERRORS = 100;

/** The effect of importing a file; amounts in centavos. */
export interface CustomerImportPreview {
  newCount: number;
  /** Existing customers: they get only missing fields from the file. */
  knownCount: number;
  /** New customers with an opening balance, and the sum of these balances. */
  creditCount: number;
  creditCents: number;
  /** The first few, as parsed. */
  customers: (FileCustomer & { isKnown: boolean })[];
  /** The first hundred; a file with any error is not imported. */
  errors: FileError[];
  errorCount: number;
}

/** Reads a file and stores nothing. */
export async function previewImport(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  content: Uint8Array,
): Promise<CustomerImportPreview> {
  const { customers, errors } = await readCustomerFile(content);
  const phones = customers.map((customer) => customer.phone);
  const { knownPhones, ownPhones } = await tenancy.withTenant(staff.merchantId, async (tx) => ({
    knownPhones: new Set(await listKnownPhones(tx, phones)),
    ownPhones: await readOwnPhones(tx, staff),
  }));
  const judged = findImportErrors(customers, { knownPhones, ownPhones });
  const all = [...errors, ...judged].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const credits = customers.filter(({ phone, balanceCents }) => balanceCents > 0 && !knownPhones.has(phone));
  const knownCount = customers.filter(({ phone }) => knownPhones.has(phone)).length;
  return {
    newCount: customers.length - knownCount,
    knownCount,
    creditCount: credits.length,
    creditCents: credits.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
    customers: customers
      .slice(0, SHOWN_CUSTOMERS)
      .map((customer) => ({ ...customer, isKnown: knownPhones.has(customer.phone) })),
    errors: all.slice(0, SHOWN_ERRORS),
    errorCount: all.length,
  };
}
