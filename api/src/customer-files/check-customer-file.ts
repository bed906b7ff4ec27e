import { IMPORT_COLUMNS } from 'domain/customer-import';
import type { CustomerFile, FileCustomer, FileError } from './customer-file.ts';

interface Records {
  knownPhones: ReadonlySet<string>;
  ownPhones: ReadonlySet<string>;
}

/** A file against the merchant's records. */
export interface CheckedFile {
  /** All errors, by line. */
  errors: FileError[];
  /** What can be imported: the customers of all lines without errors. */
  customers: FileCustomer[];
  /** The numbers of the lines with errors. */
  refusedLines: ReadonlySet<number>;
}

export function checkCustomerFile(file: CustomerFile, records: Records): CheckedFile {
  const errors = [...file.errors, ...findBalanceErrors(file.customers, records)].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0),
  );
  const refusedLines = new Set(errors.flatMap(({ line }) => (line === null ? [] : [line])));
  const customers = file.isBlocked ? [] : file.customers.filter(({ line }) => !refusedLines.has(line));
  return { errors, customers, refusedLines };
}

/** Balances are for new customers only: a known customer's balance may come from this very file. */
function findBalanceErrors(customers: readonly FileCustomer[], records: Records): FileError[] {
  return customers.flatMap(({ line, phone, balanceCents }) => {
    if (balanceCents === 0) return [];
    const refuse = (message: string) => [{ line, column: IMPORT_COLUMNS.balance, message }];
    if (records.ownPhones.has(phone)) return refuse('Você não pode dar saldo ao seu próprio telefone');
    return records.knownPhones.has(phone) ? refuse('Já é cliente: ajuste o saldo no cadastro dele') : [];
  });
}
