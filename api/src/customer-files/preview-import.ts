import type { ImportAnswers } from 'domain/customer-import';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { checkCustomerFile } from './check-customer-file.ts';
import type { FileCustomer, FileError } from './customer-file.ts';
import { type DoubtedPhones, summarizeDoubts } from './doubted-phones.ts';
import type { DoubtedBalance } from './read-balances.ts';
import { readCustomerFile } from './read-customer-file.ts';
import { readRecords } from './read-records.ts';
import type { ReadColumn } from './read-table.ts';

const SHOWN_CUSTOMERS = 10;
const SHOWN_ERRORS = 100;

/** The effect of importing a file's lines without errors; amounts in centavos. */
export interface CustomerImportPreview {
  newCount: number;
  /** Existing customers: they get only missing fields from the file. */
  knownCount: number;
  /** New customers with an opening balance, and the sum of these balances. */
  creditCount: number;
  creditCents: number;
  /** The first few, as parsed. */
  customers: (FileCustomer & { isKnown: boolean })[];
  /** The first hundred. */
  errors: FileError[];
  errorCount: number;
  /** The lines that can be imported, none where the whole file is wrong; and those with errors. */
  validCount: number;
  refusedCount: number;
  /** When this was so; the import counts who became a customer later as known. */
  checkedAt: string;
  /** What each column is taken for, in the file's order. The release before does not say. */
  columns?: ReadColumn[];
  /** How many of these balances were rounded to the centavo. The release before does not say. */
  roundedCount?: number;
  /** Some balances in both readings, where the person has to say which mark the file means; else empty. */
  doubtedBalances?: DoubtedBalance[];
  /** Whatever was answered about them. Not asked about where nothing of the file can be imported. */
  doubtedPhones?: DoubtedPhones;
}

/** Reads a file and stores nothing. */
export async function previewImport(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  content: Uint8Array,
  answers?: ImportAnswers,
): Promise<CustomerImportPreview> {
  const file = await readCustomerFile(content, answers);
  const { records, checkedAt } = await tenancy.withTenant(staff.merchantId, async (tx) => ({
    records: await readRecords(tx, staff, file),
    checkedAt: tx.now.toISOString(),
  }));
  const { knownPhones } = records;
  const { customers, errors, refusedLines } = checkCustomerFile(file, records);
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
    errors: errors.slice(0, SHOWN_ERRORS),
    errorCount: errors.length,
    validCount: customers.length,
    refusedCount: refusedLines.size,
    checkedAt,
    columns: file.columns,
    roundedCount: file.roundedCount,
    doubtedBalances: file.doubtedBalances,
    ...(!file.isBlocked && { doubtedPhones: summarizeDoubts(file.doubtedPhones) }),
  };
}
