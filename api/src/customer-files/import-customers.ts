import { setTimeout } from 'node:timers/promises';
import type { ImportAnswers } from 'domain/customer-import';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { assertProvedCorrection } from '../ledger/assert-proved-correction.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import { Moment } from '../lib/moment.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { checkCustomerFile } from './check-customer-file.ts';
import type { CustomerFile, FileCustomer } from './customer-file.ts';
import { hasImportWithin, type ImportRow, insertImport, tryLockImport } from './customer-import.sql.ts';
import { readCustomerFile } from './read-customer-file.ts';
import { readRecords } from './read-records.ts';
import { countsOf, storeBatch } from './store-batch.ts';

/** An import that has stored nothing for so long does not keep the next one waiting: its process is gone. */
const GONE_AFTER_SECONDS = 60;
const SHOWN_OVERTAKEN = 100;

export interface CustomerImport {
  newCount: number;
  knownCount: number;
  /** Known customers that got a missing field from the file. */
  completedCount: number;
  creditCount: number;
  creditCents: number;
  /** Lines with errors, which were left out. */
  refusedCount: number;
  /**
   * Lines with a balance whose phone became a customer after the file was checked: they are among the known,
   * and nothing was credited. The first hundred.
   */
  overtaken: FileCustomer[];
  overtakenCount: number;
}

/**
 * Imports a file; the preview explains its errors. A line that gives a balance to a known customer is an
 * error if the customer was known at `checkedAt`, the moment of the preview, or is known now if no moment is
 * given. `validCount` is how many lines without errors the preview counted: these are imported, and another
 * count refuses the file. Without it any error refuses the file. The file is checked as a whole and then
 * stored batch by batch, each in a transaction of its own. An import that was cut off goes on when its
 * request is repeated. Throws as `assertProvedCorrection`, and Refusal 'import_has_errors',
 * 'import_in_flight', 'operation_conflict' or 'operation_in_flight', all before anything is stored.
 */
export async function importCustomers(
  { imports }: { imports: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: {
    operationId: string;
    content: Buffer;
    validCount?: number | undefined;
    checkedAt?: string | undefined;
    answers?: ImportAnswers | undefined;
  },
): Promise<CustomerImport> {
  const { validCount, answers } = input;
  const file = await readCustomerFile(input.content, answers);
  const checkedAt = input.checkedAt === undefined ? undefined : new Moment(input.checkedAt);
  if (validCount === undefined && file.errors.length > 0) throw new Refusal('import_has_errors');
  const call = {
    requestId: input.operationId,
    procedure: 'customers.openImport',
    request: {
      sha256: sha256(input.content).toString('hex'),
      ...(validCount && { validCount }),
      ...answers,
    },
  };
  const { importId } = await imports.withTenant(staff.merchantId, (tx) =>
    runOnce(tx, call, () => openImport(tx, staff, request, file, { validCount, checkedAt })),
  );
  for (;;) {
    const beganAt = performance.now();
    const row = await imports.withTenant(staff.merchantId, (tx) => storeBatch(tx, request, importId, file));
    if (row.finished_at) return outcomeOf(row, file);
    // Half of the time is left to everybody else, however slow the machine is.
    await setTimeout(performance.now() - beganAt);
  }
}

/** What the preview counted, and when. */
interface Previewed {
  validCount: number | undefined;
  checkedAt: Moment | undefined;
}

/** Checks the file against the records and begins its import. Stores no customer. */
async function openImport(
  tx: TenantTransaction,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  file: CustomerFile,
  { validCount, checkedAt }: Previewed,
): Promise<{ importId: string }> {
  // One at a time: of two with the same customers each would find some of them taken by the other.
  if (!(await tryLockImport(tx)) || (await hasImportWithin(tx, GONE_AFTER_SECONDS)))
    throw new Refusal('import_in_flight');
  const records = await readRecords(tx, staff, file, checkedAt);
  const { customers, errors, refusedLines } = checkCustomerFile(file, records);
  const isAsPreviewed = validCount === undefined ? errors.length === 0 : customers.length === validCount;
  if (!isAsPreviewed) throw new Refusal('import_has_errors');
  const creditCents = customers.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  assertProvedCorrection(staff, creditCents);
  const importId = newId(tx.now.getTime());
  const counts = { validCount: customers.length, refusedCount: refusedLines.size };
  await insertImport(tx, {
    id: importId,
    employeeId: staff.employeeId,
    refusedLines: [...refusedLines],
    validCount: customers.length,
  });
  await recordAudit(tx, {
    action: 'customer.begin_import',
    entity: 'customer_import',
    entityId: importId,
    actor: staff,
    request,
    details: { ...counts, creditCents },
  });
  return { importId };
}

function outcomeOf(row: ImportRow, file: CustomerFile): CustomerImport {
  const overtaken = new Set(row.overtaken_lines);
  return {
    ...countsOf(row),
    overtaken: file.customers.filter(({ line }) => overtaken.has(line)).slice(0, SHOWN_OVERTAKEN),
  };
}
