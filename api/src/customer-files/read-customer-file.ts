import {
  columnsFault,
  IMPORT_COLUMNS,
  type ImportAnswers,
  MAX_IMPORT_CUSTOMERS,
} from 'domain/customer-import';
import { spellingsOf } from 'domain/doubt-phone';
import { decodeText } from '../lib/decode-text.ts';
import type { CustomerFile, FileCustomer, FileError } from './customer-file.ts';
import { type DoubtedPhone, findDoubt, phoneAsAnswered } from './doubted-phones.ts';
import { type FileLine, lineOf } from './line-layout.ts';
import { type DoubtedBalance, findDecimalMark, findDoubtedBalances, readBalance } from './read-balances.ts';
import { readCustomerLine } from './read-customer-line.ts';
import { inPieces, mayBePhone, type ReadColumn, type Row, readTable, type Table } from './read-table.ts';

/** Includes blank lines, and line ends within quotes, which no valid cell has. */
const MAX_LINES = 2 * MAX_IMPORT_CUSTOMERS;
const TOO_MANY = 'O arquivo tem mais de 10.000 clientes. Divida-o em partes.';

/**
 * Reads a CSV file of customers; never throws because of its content. An open question about the columns or
 * the decimal mark blocks the file until `answers` settles it. A doubted phone is an error of its line until
 * then.
 */
export async function readCustomerFile(
  bytes: Uint8Array,
  answers: ImportAnswers = {},
): Promise<CustomerFile> {
  // An older workbook or a protected one; an .xlsx only from a page that does not read it yet.
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === 'PK\u0003\u0004' || start === '\u00d0\u00cf\u0011\u00e0')
    return refused(
      'Este é um arquivo do Excel. No Excel, use Salvar como › .xlsx ou CSV e envie o arquivo salvo.',
    );
  const text = decodeText(bytes);
  if (text.trim() === '') return refused('O arquivo está vazio.');
  if (hasTooManyLines(text)) return refused(TOO_MANY);
  const table = await readTable(text, answers.columns);
  if ('message' in table) return refused(table.message);
  if (table.rows.length > MAX_IMPORT_CUSTOMERS) return refused(TOO_MANY);
  if (table.rows.length === 0) return refused('O arquivo tem só o cabeçalho: não há clientes para importar.');
  const fault = columnsFault(table.columns.map(({ meaning }) => meaning));
  if (fault !== undefined) return { ...refused(fault), columns: table.columns };
  const reading = new Reading(table, answers);
  for (const row of table.rowsAbove) reading.refuseAbove(row);
  for await (const row of inPieces(table.rows)) reading.take(row);
  return reading.finish();
}

/** Counts lines before parsing, which takes a hundred times as long per line. */
function hasTooManyLines(text: string): boolean {
  const lineEnd = /\r\n?|\n/g;
  for (let lines = 0; lines <= MAX_LINES; lines += 1) if (!lineEnd.test(text)) return false;
  return true;
}

function refused(message: string): CustomerFile {
  return {
    customers: [],
    errors: [{ line: null, column: null, message }],
    isBlocked: true,
    columns: [],
    lines: new Map(),
    asWritten: new Map(),
    roundedCount: 0,
    doubtedBalances: [],
    doubtedPhones: [],
  };
}

const DOUBTED = 'Os saldos podem ser lidos de dois modos. Escreva todos como 1.234,56.';

/** The state of reading a file. */
class Reading implements CustomerFile {
  readonly customers: FileCustomer[] = [];
  readonly errors: FileError[] = [];
  readonly lines = new Map<number, FileLine>();
  readonly asWritten = new Map<number, string>();
  isBlocked = false;
  roundedCount = 0;
  doubtedBalances: DoubtedBalance[] = [];
  readonly doubtedPhones: DoubtedPhone[] = [];
  /** The customers whose other cells are right, by line. */
  private readonly withoutBalance = new Map<number, Omit<FileCustomer, 'balanceCents'>>();
  readonly columns: ReadColumn[];
  private readonly lineOfPhone = new Map<string, number>();
  private readonly table: Table;
  private readonly answers: ImportAnswers;

  constructor(table: Table, answers: ImportAnswers) {
    this.columns = table.columns;
    this.table = table;
    this.answers = answers;
  }

  take({ line, cells }: Row): void {
    const written = lineOf(cells, this.table.layout);
    this.lines.set(line, written);
    const { customer, errors } = readCustomerLine(written, line);
    const faults = faultsOf(cells, this.table);
    if (faults.length > 0) this.setAside({ line, cells });
    for (const message of faults) errors.push({ line, column: null, message });
    const refusePhone = (message: string) => errors.push({ line, column: IMPORT_COLUMNS.phone, message });
    const doubted = customer.phone === undefined ? undefined : findDoubt(line, customer.phone);
    if (doubted) this.doubtedPhones.push(doubted);
    const phone = doubted ? phoneAsAnswered(doubted, this.answers) : customer.phone;
    if (doubted && phone === undefined) refusePhone(doubted.message);
    const earlier = phone === undefined ? undefined : this.lineOfPhone.get(phone);
    if (earlier !== undefined) refusePhone(`Telefone repetido: já está na linha ${earlier}`);
    else if (phone !== undefined)
      for (const spelling of spellingsOf(phone)) this.lineOfPhone.set(spelling, line);
    this.errors.push(...errors);
    const { name = null, email = null } = customer;
    if (errors.length === 0 && phone !== undefined)
      this.withoutBalance.set(line, { line, phone, name, email });
  }

  refuseAbove(row: Row): void {
    this.setAside(row);
    const message = 'Esta linha está acima dos nomes das colunas.';
    this.errors.push({ line: row.line, column: null, message });
  }

  /** Keeps a line as its text. Its cells may stand in wrong columns and must not be imported from those. */
  private setAside({ line, cells }: Row): void {
    this.lines.set(line, { phone: '', name: '', email: '', balance: '' });
    this.asWritten.set(line, cells.join(this.table.delimiter));
  }

  private takeBalances(): void {
    const cells = [...this.lines.values()].map(({ balance }) => balance);
    const mark = this.answers.decimalMark ?? findDecimalMark(cells);
    if (mark === 'doubted') {
      this.doubtedBalances = findDoubtedBalances(cells);
      this.errors.push({ line: null, column: null, message: DOUBTED });
      this.isBlocked = true;
      return;
    }
    for (const [line, { balance }] of this.lines) {
      const read = readBalance(balance, mark);
      const customer = this.withoutBalance.get(line);
      if ('message' in read)
        this.errors.push({ line, column: IMPORT_COLUMNS.balance, message: read.message });
      else if (customer) {
        this.customers.push({ ...customer, balanceCents: read.cents });
        if (read.isRounded) this.roundedCount += 1;
      }
    }
  }

  finish(): CustomerFile {
    this.takeBalances();
    return this;
  }
}

/** Finds the errors that may have put a line's cells into wrong columns. */
function faultsOf(cells: readonly string[], { columns, delimiter }: Table): string[] {
  const faults: string[] = [];
  const isUnpaired = (cell: string) => /^\s*"(?:[^"]*"[^"]*")*[^"]*$/.test(cell);
  if (cells.some((cell) => isUnpaired(cell) || holdsCustomer(cell, delimiter)))
    faults.push('Há aspas sem par nesta linha.');
  const beyond = cells.slice(columns.length);
  if (beyond.length > 0 && (delimiter === ',' || beyond.some((cell) => cell.trim() !== '')))
    faults.push('A linha tem mais colunas que o cabeçalho.');
  return faults;
}

/** Whether a cell contains the end of a line and a customer of the next one, because of a forgotten quote. */
function holdsCustomer(cell: string, delimiter: string): boolean {
  const [, ...more] = cell.split(/[\r\n]+/);
  return more.some((line) => line.includes(delimiter) && line.split(delimiter).some(mayBePhone));
}
