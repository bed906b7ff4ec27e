import { OPENING_BALANCE_REASON } from 'domain/customer-import';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { assertProvedCorrection } from '../ledger/assert-proved-correction.ts';
import { type CreditTerms, creditOpeningBalances, readCreditTerms } from '../ledger/opening-balances.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import { Moment } from '../lib/moment.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { checkCustomerFile } from './check-customer-file.ts';
import type { CustomerFile, FileCustomer } from './customer-file.ts';
import {
  completeCustomers,
  insertNewCustomers,
  insertOpeningAdjustments,
  prepareForManyRows,
  tryLockImport,
} from './customer-import.sql.ts';
import { readCustomerFile } from './read-customer-file.ts';
import { readRecords } from './read-records.ts';

export interface CustomerImport {
  newCount: number;
  knownCount: number;
  /** Known customers that got a missing field from the file. */
  completedCount: number;
  creditCount: number;
  creditCents: number;
  /** Lines with errors, which were left out. */
  refusedCount: number;
}

/**
 * Imports a whole file or nothing of it; the preview explains a file's errors. With `validCount` the lines
 * with errors are left out, provided the others are as many as the preview counted. Throws as
 * `assertProvedCorrection`, and Refusal 'import_has_errors', 'import_in_flight', 'operation_conflict' or
 * 'operation_in_flight'.
 */
export async function importCustomers(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { operationId: string; content: Buffer; validCount?: number | undefined },
): Promise<CustomerImport> {
  const file = await readCustomerFile(input.content);
  const { validCount } = input;
  if (validCount === undefined && file.errors.length > 0) throw new Refusal('import_has_errors');
  const call = {
    requestId: input.operationId,
    procedure: 'customers.import',
    request: { sha256: sha256(input.content).toString('hex'), ...(validCount && { validCount }) },
  };
  return await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(tx, call, async () => {
      // In whole milliseconds, in which the audit log names it.
      const at = Moment.at(tx.now);
      const stored = await storeCustomers(tx, staff, { file, validCount }, at);
      assertProvedCorrection(staff, stored.creditCents);
      await recordAudit(tx, {
        action: 'customer.import',
        entity: 'customer',
        entityId: null,
        actor: staff,
        request,
        // With the author and the time, these identify every adjustment of the import.
        details: { ...stored, reason: OPENING_BALANCE_REASON, importedAt: at.toISOString() },
      });
      return stored;
    }),
  );
}

async function storeCustomers(
  tx: TenantTransaction,
  staff: StaffSession,
  { file, validCount }: { file: CustomerFile; validCount: number | undefined },
  at: Moment,
): Promise<CustomerImport> {
  await prepareForManyRows(tx);
  // Two imports of one file would wait for each other's customers, one by one.
  if (!(await tryLockImport(tx))) throw new Refusal('import_in_flight');
  const records = await readRecords(tx, staff, file);
  const { knownPhones } = records;
  const { customers, errors, refusedLines } = checkCustomerFile(file, records);
  const isAsPreviewed = validCount === undefined ? errors.length === 0 : customers.length === validCount;
  if (!isAsPreviewed) throw new Refusal('import_has_errors');

  const wanted = customers.filter(({ phone }) => !knownPhones.has(phone));
  const terms = await readCreditTerms(tx, at);
  const made = await makeCustomers(tx, staff, wanted, terms);
  // Existing records are locked last, so that other transactions wait for the commit only.
  const madePhones = new Set(made.map((customer) => customer.phone));
  const known = customers.filter(({ phone }) => !madePhones.has(phone));
  const credits = made.filter(({ balanceCents }) => balanceCents > 0);
  return {
    newCount: made.length,
    knownCount: known.length,
    completedCount: known.length > 0 ? await completeCustomers(tx, known) : 0,
    creditCount: credits.length,
    creditCents: credits.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
    refusedCount: refusedLines.size,
  };
}

/**
 * Inserts the customers whose phone is still unknown, with opening balances as by a manager's credit. Throws
 * Refusal 'import_has_errors' if one with a balance has become a customer meanwhile.
 */
async function makeCustomers(
  tx: TenantTransaction,
  staff: StaffSession,
  wanted: FileCustomer[],
  terms: CreditTerms,
): Promise<FileCustomer[]> {
  const candidates = wanted.map((customer) => ({ ...customer, id: newId(terms.at.getTime()) }));
  const madeIds = new Set(await insertNewCustomers(tx, candidates, terms));
  const isMade = ({ id }: { id: string }) => madeIds.has(id);
  const credited = candidates.filter(({ balanceCents }) => balanceCents > 0);
  // A purchase or a signup has made one of these phones a customer meanwhile.
  if (!credited.every(isMade)) throw new Refusal('import_has_errors');
  const balances = credited.map(({ id, balanceCents }) => ({
    adjustmentId: newId(terms.at.getTime()),
    customerId: id,
    amountCents: balanceCents,
  }));
  if (balances.length > 0) {
    const cause = { employeeId: staff.employeeId, reason: OPENING_BALANCE_REASON };
    await insertOpeningAdjustments(tx, balances, { ...cause, at: terms.at });
    await creditOpeningBalances(tx, balances, terms, cause);
  }
  return candidates.filter(isMade);
}
