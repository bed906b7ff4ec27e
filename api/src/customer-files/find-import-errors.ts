import { IMPORT_COLUMNS } from 'domain/customer-import';
import type { FileCustomer, FileError } from './customer-file.ts';

/**
 * Errors of a file's customers against the merchant's records. Balances are for new customers only: a known
 * customer's balance may come from this very file.
 */
export function findImportErrors(
  customers: readonly FileCustomer[],
  records: { knownPhones: ReadonlySet<string>; ownPhones: ReadonlySet<string> },
): FileError[] {
  return customers.flatMap(({ line, phone, balanceCents }) => {
    if (balanceCents === 0) return [];
    const refuse = (message: string) => [{ line, column: IMPORT_COLUMNS.balance, message }];
    if (records.ownPhones.has(phone)) return refuse('Você não pode dar saldo ao seu próprio telefone');
    return records.knownPhones.has(phone) ? refuse('Já é cliente: ajuste o saldo na ficha dele') : [];
  });
}
