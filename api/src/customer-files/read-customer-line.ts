import { IMPORT_COLUMNS, type ImportColumn } from 'domain/customer-import';
import { email, phone, text } from 'domain/fields';
import type { ZodType } from 'zod';
import type { FileCustomer, FileError } from './customer-file.ts';
import type { FileLine } from './line-layout.ts';

const nameSchema = text(120, 'Nome inválido');
const emailSchema = email('Email inválido');
const phoneSchema = phone('Falta o telefone');

/** Excel's errors in Portuguese and English, and the ######## of a value that does not fit its column. */
const SHOWN_ERROR =
  /^\s*(?:#(?:N\/[AD]|REF!|DIV\/0!|VALOR!|VALUE!|NOME\?|NAME\?|N[UÚ]M!|NULO!|NULL!)|#{3,})\s*$/i;

/** A cell's value, or the message of its error. */
type Cell<Value> = { value: Value } | { message: string };

type UnderstoodCustomer = {
  [Field in keyof Omit<FileCustomer, 'line' | 'balanceCents'>]: FileCustomer[Field] | undefined;
};

/**
 * Parses one line of the file but for its balance, which is read with the whole column. Invalid fields are
 * missing from `customer` and listed in `errors`.
 */
export function readCustomerLine(
  written: FileLine,
  line: number,
): { customer: UnderstoodCustomer; errors: FileError[] } {
  const errors: FileError[] = [];
  const take = <Value>(column: ImportColumn, read: (cell: string) => Cell<Value>): Value | undefined => {
    const text = written[column];
    const cell = SHOWN_ERROR.test(text) ? { message: 'A planilha mostra um erro nesta célula' } : read(text);
    if ('value' in cell) return cell.value;
    errors.push({ line, column: IMPORT_COLUMNS[column], message: cell.message });
    return undefined;
  };
  const customer = {
    phone: take('phone', readPhoneCell),
    name: take('name', optional(nameSchema)),
    email: take('email', optional(emailSchema)),
  };
  return { customer, errors };
}

function parsed<Value>(schema: ZodType<Value>, cell: string): Cell<Value> {
  const result = schema.safeParse(cell);
  if (result.success) return { value: result.data };
  return { message: result.error.issues[0]?.message ?? 'Dados inválidos' };
}

function optional<Value>(schema: ZodType<Value>): (cell: string) => Cell<Value | null> {
  return (cell) => (cell.trim() === '' ? { value: null } : parsed(schema, cell));
}

/** Refuses 1,19877E+10, a phone that a spreadsheet took for a number: its digits would be another phone's. */
function readPhoneCell(cell: string): Cell<string> {
  if (/\dE\+?\d/i.test(cell))
    return { message: 'O Excel alterou este número: formate a coluna como Texto e digite-o de novo' };
  return parsed(phoneSchema, cell);
}
