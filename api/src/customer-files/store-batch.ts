import { OPENING_BALANCE_REASON } from 'domain/customer-import';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { creditOpeningBalances, readCreditTerms } from '../ledger/opening-balances.ts';
import { newId } from '../lib/id.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { CustomerFile, FileCustomer } from './customer-file.ts';
import {
  completeCustomers,
  type ImportRow,
  insertNewCustomers,
  insertOpeningAdjustments,
  lockImport,
  planAgain,
  updateImport,
} from './customer-import.sql.ts';

/** A purchase by a phone of the batch waits for its end: a small part of the second that a lock may take. */
const BATCH = 200;

/**
 * Stores the next customers of an import's valid lines, in the file's order, and what came of them. Returns
 * the import as it is then; the last batch finishes it.
 */
export async function storeBatch(
  tx: TenantTransaction,
  request: { ip: string; userAgent?: string | undefined },
  importId: string,
  file: CustomerFile,
): Promise<ImportRow> {
  await planAgain(tx);
  const row = await lockImport(tx, importId);
  if (row.finished_at) return row;
  const refused = new Set(row.refused_lines);
  const valid = file.customers.filter(({ line }) => !refused.has(line));
  // Another release reads some lines otherwise; which were stored is known by their count alone.
  if (valid.length !== row.valid_count) throw new Refusal('import_has_errors');
  const batch = valid.slice(row.stored_count, row.stored_count + BATCH);
  const made = await makeCustomers(tx, row, batch);
  // Existing records are locked last, so that other transactions wait for the commit only.
  const madePhones = new Set(made.map(({ phone }) => phone));
  const known = batch.filter(({ phone }) => !madePhones.has(phone));
  const credits = made.filter(({ balanceCents }) => balanceCents > 0);
  row.stored_count += batch.length;
  row.new_count += made.length;
  row.completed_count += known.length > 0 ? await completeCustomers(tx, known) : 0;
  row.credit_count += credits.length;
  row.credit_cents += credits.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  // Their phones were unknown when the file was checked: a purchase or a signup was quicker.
  row.overtaken_lines.push(...known.filter(({ balanceCents }) => balanceCents > 0).map(({ line }) => line));
  if (row.stored_count === valid.length) await finish(tx, request, row);
  await updateImport(tx, row);
  return row;
}

/** Inserts the customers whose phone is still unknown, with opening balances as by a manager's credit. */
async function makeCustomers(
  tx: TenantTransaction,
  { id: importId, employee_id: employeeId }: ImportRow,
  batch: readonly FileCustomer[],
): Promise<FileCustomer[]> {
  const terms = await readCreditTerms(tx, tx.now);
  const candidates = batch.map((customer) => ({ ...customer, id: newId(tx.now.getTime()) }));
  const madeIds = new Set(await insertNewCustomers(tx, candidates, terms));
  const made = candidates.filter(({ id }) => madeIds.has(id));
  const balances = made
    .filter(({ balanceCents }) => balanceCents > 0)
    .map(({ id, balanceCents }) => ({
      adjustmentId: newId(tx.now.getTime()),
      customerId: id,
      amountCents: balanceCents,
    }));
  if (balances.length > 0) {
    const cause = { employeeId, reason: OPENING_BALANCE_REASON };
    await insertOpeningAdjustments(tx, balances, { ...cause, importId, at: tx.now });
    await creditOpeningBalances(tx, balances, terms, cause);
  }
  return made;
}

async function finish(
  tx: TenantTransaction,
  request: { ip: string; userAgent?: string | undefined },
  row: ImportRow,
): Promise<void> {
  row.finished_at = tx.now;
  await recordAudit(tx, {
    action: 'customer.import',
    entity: 'customer_import',
    entityId: row.id,
    actor: { employeeId: row.employee_id },
    request,
    details: { ...countsOf(row), reason: OPENING_BALANCE_REASON },
  });
}

/** What an import has done so far; amounts in centavos. */
export function countsOf(row: ImportRow) {
  return {
    newCount: row.new_count,
    knownCount: row.stored_count - row.new_count,
    completedCount: row.completed_count,
    creditCount: row.credit_count,
    creditCents: row.credit_cents,
    refusedCount: row.refused_lines.length,
    overtakenCount: row.overtaken_lines.length,
  };
}
