import { setImmediate } from 'node:timers/promises';
import { type ColumnMeaning, MAX_IMPORT_FILE_COLUMNS } from 'domain/customer-import';
import { readPhone } from 'domain/read-phone';
import { readHeadings, shortened } from './customer-file-headings.ts';
import { guessMeanings } from './guess-meanings.ts';
import { type Layout, layoutOf } from './line-layout.ts';
import { DELIMITERS, type Delimiter, rowsOf } from './read-rows.ts';

/** A row by the spreadsheet's number; the first is 1. */
export interface Row {
  line: number;
  cells: string[];
}

/** A column as the preview shows it. */
export interface ReadColumn {
  heading: string;
  /** Its first few values. */
  samples: string[];
  meaning: ColumnMeaning;
}

/** A file's columns and the rows of its customers, blank ones left out. */
export interface Table {
  columns: ReadColumn[];
  layout: Layout;
  rows: Row[];
  /** Rows above the headings that may be customers. */
  rowsAbove: Row[];
  delimiter: Delimiter;
}

/** The headings are among the first ten filled rows. Titles and dates of printing may stand above them. */
const ROWS_LOOKED_AT = 10;
const MAX_SAMPLES = 3;
/** The first values of a column from which its meaning is guessed. */
const VALUES_LOOKED_AT = 200;
/** Twenty rows take a millisecond or two. */
const ROWS_AT_A_TIME = 20;

/** Yields the items, and lets other requests run after every twenty. */
export async function* inPieces<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % ROWS_AT_A_TIME === 0) await setImmediate();
  }
}

/**
 * Reads the text of a CSV file as a table; returns a message if it cannot be read as one. `said` has the
 * meanings that a person gave to all columns; without it they are guessed.
 */
export async function readTable(
  text: string,
  said?: readonly ColumnMeaning[],
): Promise<Table | { message: string }> {
  // Excel's own first line: Excel neither shows nor counts it.
  const [mark = '', declared] = /^"?sep=([;,\t|])"?[;,\t| ]*(?:\r\n|[\r\n])/i.exec(text) ?? [];
  const body = text.slice(mark.length);
  const delimiter = (declared as Delimiter | undefined) ?? findDelimiter(body);
  const rows: Row[] = [];
  let line = 0;
  for await (const cells of inPieces(rowsOf(body, delimiter, MAX_IMPORT_FILE_COLUMNS + 1))) {
    line += 1;
    if (isFilled(cells)) rows.push({ line, cells });
  }
  const headingIndex = findHeadings(rows.slice(0, ROWS_LOOKED_AT).map(({ cells }) => cells)).index;
  const below = rows.slice(headingIndex + 1);
  const texts = headingTexts(rows, headingIndex, delimiter);
  if (texts.length > MAX_IMPORT_FILE_COLUMNS)
    return { message: 'O arquivo tem mais de 100 colunas. Apague as que não são dos clientes.' };
  if (said && said.length !== texts.length) return { message: 'Escolha o arquivo de novo.' };
  const headings = readHeadings(texts);
  const values = await firstValues(below, texts.length);
  const meanings = said ?? guessMeanings(headings, values, delimiter === ',');
  return {
    columns: headings.map(({ text }, index) => ({
      heading: headings.some((other, at) => other.text === text && at !== index)
        ? `${text} (${letterOf(index).toLowerCase()})`
        : text,
      samples: (values[index] ?? []).slice(0, MAX_SAMPLES).map(shortened),
      meaning: meanings[index] ?? 'ignored',
    })),
    layout: layoutOf(meanings, headings),
    rows: below,
    rowsAbove: rows.slice(0, Math.max(0, headingIndex)).filter(({ cells }) => cells.some(mayBePhone)),
    delimiter,
  };
}

/** Whether a cell holds a phone, with or without its area code. */
export const mayBePhone = (cell: string) =>
  readPhone(cell).digits !== undefined || /^\s*9?\d{4}[- ]?\d{4}\s*$/.test(cell);

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');
const hasPhone = (cells: readonly string[]) => cells.some((cell) => readPhone(cell).digits !== undefined);

/** Finds the delimiter that yields most known headings. On a tie it is the semicolon, Excel's in Brazil. */
function findDelimiter(text: string): Delimiter {
  const found = DELIMITERS.map((delimiter) => {
    const rows: string[][] = [];
    for (const cells of rowsOf(text, delimiter, MAX_IMPORT_FILE_COLUMNS + 1)) {
      if (isFilled(cells)) rows.push(cells);
      if (rows.length === ROWS_LOOKED_AT) break;
    }
    return { delimiter, ...findHeadings(rows) };
  });
  return found.sort((a, b) => b.known - a.known || b.width - a.width)[0]?.delimiter ?? ';';
}

/**
 * Finds the headings among a file's first rows: the row without a phone that has most known ones. If no row
 * has any, it is the row before the first phone; -1 if there is none.
 */
function findHeadings(rows: readonly string[][]): { index: number; known: number; width: number } {
  const known = rows.map((cells) => (hasPhone(cells) ? 0 : knownIn(cells)));
  const most = Math.max(0, ...known);
  const firstCustomer = rows.findIndex(hasPhone);
  const index = most > 0 ? known.indexOf(most) : firstCustomer === -1 ? 0 : firstCustomer - 1;
  return { index, known: most, width: rows[Math.max(0, index)]?.length ?? 0 };
}

function knownIn(cells: readonly string[]): number {
  const known = readHeadings(cells).flatMap(({ meaning, isWeak }) => (meaning && !isWeak ? [meaning] : []));
  return new Set(known).size;
}

/**
 * The headings' texts. A blank heading gets the text of the cell above it, which may be merged, or else the
 * column's letter. Cells beyond the headings that every line has are columns too, unless commas separate the
 * cells: an amount such as 12,50 without quotes may have made one cell too many.
 */
function headingTexts(rows: readonly Row[], at: number, delimiter: Delimiter): string[] {
  const own = rows[at]?.cells ?? rows[0]?.cells.map(() => '') ?? [];
  const above = rows[at - 1]?.cells ?? [];
  const least = rows.slice(at + 1).reduce((width, { cells }) => Math.min(width, cells.length), Infinity);
  const width = delimiter === ',' || !Number.isFinite(least) ? own.length : Math.max(own.length, least);
  return Array.from(
    { length: width },
    (_, index) => own[index]?.trim() || above[index]?.trim() || letterOf(index),
  );
}

/** 'Coluna A', as a spreadsheet names it. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return `Coluna ${index < 26 ? '' : String.fromCharCode(64 + Math.floor(index / 26))}${last}`;
}

/** The first values of each column, without blanks and zeros. */
async function firstValues(rows: readonly Row[], width: number): Promise<string[][]> {
  const values: string[][] = Array.from({ length: width }, () => []);
  for await (const { cells } of inPieces(rows)) {
    for (const [index, column] of values.entries()) {
      const value = column.length < VALUES_LOOKED_AT ? (cells[index] ?? '').trim() : '';
      if (!/^(?:r\$)?[-0,.\s]*$/i.test(value)) column.push(value);
    }
  }
  return values;
}
