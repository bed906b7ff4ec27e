import { IMPORT_COLUMNS, type ImportColumn } from 'domain/customer-import';
import { email, phone, text } from 'domain/fields';
import { MAX_AMOUNT_CENTS, parseCents } from 'domain/money';
import type { ZodType } from 'zod';
import type { FileCustomer, FileError } from './customer-file.ts';
import type { Headings } from './customer-file-headings.ts';

const nameSchema = text(120, 'Nome inválido');
const emailSchema = email('Email inválido');
const phoneSchema = phone('Falta o telefone');

/** A cell's value, or the message of its error. */
type Cell<Value> = { value: Value } | { message: string };

type UnderstoodCustomer = { [Field in keyof FileCustomer]?: FileCustomer[Field] | undefined };

/** Parses one line of the file. Invalid fields are missing from `customer` and listed in `errors`. */
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
    balanceCents: take('balance', readBalance),
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

/** An empty cell, zero and an accounting format's dash mean no balance. */
function readBalance(cell: string): Cell<number> {
  const amount = cell.trim().replace(/^r\$\s*/i, '');
  if (amount === '' || amount === '-') return { value: 0 };
  if (/^[-−(]|[-−]$/.test(amount)) return { message: 'O saldo não pode ser negativo' };
  const cents = parseCents(amount);
  if (cents === undefined) return { message: 'Valor não entendido: escreva como 1.234,56' };
  if (cents > MAX_AMOUNT_CENTS) return { message: 'Valor acima do limite de R$ 10.000.000,00' };
  return { value: cents };
}
