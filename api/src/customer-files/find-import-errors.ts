import { IMPORT_COLUMNS } from 'domain/customer-import';
import type { FileCustomer, FileError } from './customer-file.ts';

/**
 * What the merchant's own records have against a customer of a file. A balance is for new customers only:
 * whoever is a customer already may have got theirs from this very file.
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
