import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { IMPORT_COLUMNS, type ImportAnswers, MAX_IMPORT_CUSTOMERS } from 'domain/customer-import';
import { spellingsOf } from 'domain/doubt-phone';
import { decodeText } from '../lib/decode-text.ts';
import type { CustomerFile, FileCustomer, FileError, FileLine } from './customer-file.ts';
import { findDelimiter, type Headings, readHeadings } from './customer-file-headings.ts';
import { type DoubtedPhone, findDoubt, phoneAsAnswered } from './doubted-phones.ts';
import { type DoubtedBalance, findDecimalMark, findDoubtedBalances, readBalance } from './read-balances.ts';
import { readCustomerRow } from './read-customer-row.ts';

/** Includes blank lines, and line ends within quotes, which no valid cell has. */
const MAX_LINES = 2 * MAX_IMPORT_CUSTOMERS;
const TOO_MANY = 'O arquivo tem mais de 10.000 clientes. Divida-o em partes.';
/** A millisecond or two: a request takes several turns of the event loop, and each waits for a piece. */
const BYTES_AT_A_TIME = 2_048;

/**
 * Parses a CSV file of customers; never throws because of its content. Without a `decimalMark` the balances
 * are read by the mark that they prove themselves, and the file is refused if they prove none. A doubted
 * phone is an error of its line until it is answered.
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
  const reading = new Reading(answers);
  try {
    const records = parserFor(text);
    // A parser error is thrown by the loop over the records, below.
    pipeline(Readable.from(inPieces(Buffer.from(text))), records, () => undefined);
    for await (const cells of records as AsyncIterable<string[]>) {
      const isTooLong = reading.take(cells);
      if (isTooLong) return refused(TOO_MANY);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : null;
    reading.errors.push({ line, column: null, message: 'Há aspas sem par nesta linha ou antes dela.' });
    reading.isBlocked = true;
  }
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
    lines: new Map(),
    roundedCount: 0,
    doubtedBalances: [],
    doubtedPhones: [],
  };
}

const DOUBTED = 'Os saldos podem ser lidos de dois modos. Escreva todos como 1.234,56.';

/** Yields to other requests between two pieces: a large file takes longer than they should wait. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += BYTES_AT_A_TIME) {
    yield bytes.subarray(start, start + BYTES_AT_A_TIME);
    await setImmediate();
  }
}

function parserFor(text: string) {
  return parse({
    delimiter: findDelimiter(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Nicknames within a name, and ="11987654321".
    relax_quotes: true,
  });
}

/** The state of reading a file. */
class Reading implements CustomerFile {
  readonly customers: FileCustomer[] = [];
  readonly errors: FileError[] = [];
  readonly lines = new Map<number, FileLine>();
  isBlocked = false;
  roundedCount = 0;
  doubtedBalances: DoubtedBalance[] = [];
  readonly doubtedPhones: DoubtedPhone[] = [];
  /** The customers whose other cells are right, by line. */
  private readonly withoutBalance = new Map<number, Omit<FileCustomer, 'balanceCents'>>();
  private headings: Headings | undefined;
  private readonly lineOfPhone = new Map<string, number>();
  private line = 0;
  private filledLines = 0;
  private readonly answers: ImportAnswers;

  constructor(answers: ImportAnswers) {
    this.answers = answers;
  }

  /** Reads the next line. Returns true if there is one too many. */
  take(cells: string[]): boolean {
    this.line += 1;
    if (cells.every((cell) => cell.trim() === '')) return false;
    if (!this.headings) {
      this.headings = readHeadings(cells, this.line);
      this.errors.push(...this.headings.errors);
      this.isBlocked = this.headings.errors.length > 0;
      return false;
    }
    this.filledLines += 1;
    // Without a phone column a line cannot be checked.
    if (this.headings.columns.has('phone')) this.takeCustomer(cells, this.headings);
    return this.filledLines > MAX_IMPORT_CUSTOMERS;
  }

  private takeCustomer(cells: string[], headings: Headings): void {
    const { line } = this;
    this.lines.set(line, lineOf(cells, headings));
    const { customer, errors } = readCustomerRow(cells, headings, line);
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

  private takeBalances(): void {
    const cells = [...this.lines.values()].map(({ balance = '' }) => balance);
    const mark = this.answers.decimalMark ?? findDecimalMark(cells);
    if (mark === 'doubted') {
      this.doubtedBalances = findDoubtedBalances(cells);
      this.errors.push({ line: null, column: null, message: DOUBTED });
      this.isBlocked = true;
      return;
    }
    for (const [line, { balance = '' }] of this.lines) {
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
    if (this.errors.length === 0 && this.customers.length === 0)
      return refused('O arquivo tem só o cabeçalho: não há clientes para importar.');
    return this;
  }
}

function lineOf(cells: string[], { columns }: Headings): FileLine {
  return Object.fromEntries([...columns].map(([column, index]) => [column, cells[index] ?? '']));
}
