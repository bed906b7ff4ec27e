import { IMPORT_COLUMNS, type ImportColumn } from 'domain/customer-import';
import { email, phone, text } from 'domain/fields';
import type { ZodType } from 'zod';
import type { FileCustomer, FileError } from './customer-file.ts';
import type { Headings } from './customer-file-headings.ts';

const nameSchema = text(120, 'Nome inválido');
const emailSchema = email('Email inválido');
const phoneSchema = phone('Falta o telefone');

/** A cell's value, or the message of its error. */
type Cell<Value> = { value: Value } | { message: string };

type UnderstoodCustomer = {
  [Field in keyof Omit<FileCustomer, 'line' | 'balanceCents'>]: FileCustomer[Field] | undefined;
};

/**
 * Parses one line of the file but for its balance, which is read with the whole column. Invalid fields are
 * missing from `customer` and listed in `errors`.
 */
export function readCustomerRow(
  cells: string[],
  headings: Headings,
  line: number,
): { customer: UnderstoodCustomer; errors: FileError[] } {
  const errors: FileError[] = [];
  const take = <Value>(column: ImportColumn, read: (cell: string) => Cell<Value>): Value | undefined => {
    const index = headings.columns.get(column);
    const cell = read(index === undefined ? '' : (cells[index] ?? ''));
    if ('value' in cell) return cell.value;
    errors.push({ line, column: IMPORT_COLUMNS[column], message: cell.message });
    return undefined;
  };
  const customer = {
    phone: take('phone', readPhoneCell),
    name: take('name', optional(nameSchema)),
    email: take('email', optional(emailSchema)),
  };
  if (cells.slice(headings.width).some((cell) => cell.trim() !== ''))
    errors.push({ line, column: null, message: 'A linha tem mais colunas que o cabeçalho.' });
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
