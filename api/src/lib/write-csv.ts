import { stringify } from 'csv-stringify/sync';
import type { FileColumn } from './file-columns.ts';

/** Excel reads a file as UTF-8 only when it starts with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A spreadsheet ends a row at either half of a line's end, and would take what follows for a cell of its own.
 */
const OPTIONS = { delimiter: ';', record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;

/** Writes a CSV that a Brazilian Excel opens with a double click. */
export async function* writeCsv<Row>(
  columns: readonly FileColumn<Row>[],
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([columns.map(({ header }) => header)], OPTIONS);
  for await (const page of pages) yield csvLines(columns, page);
}

/** Lines without a heading, each with its end. */
export function csvLines<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map((column) => cellOf(column, row))),
    OPTIONS,
  );
}

function cellOf<Row>(column: FileColumn<Row>, row: Row): string {
  const value = column.of(row);
  if (value === null) return '';
  switch (column.kind) {
    case 'cents':
      return twoDecimals(Number(value));
    case 'basisPoints':
      return `${twoDecimals(Number(value))}%`;
    case 'day':
      return brazilianDay(String(value));
    case 'moment':
      return `${brazilianDay(String(value).slice(0, 10))} ${String(value).slice(11)}`;
    case 'count':
      return String(value);
    default:
      return withoutFormula(String(value));
  }
}

/**
 * Characters that a spreadsheet takes for the beginning of a formula, also as East Asian keyboards write
 * them.
 */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Escapes a formula, so that a customer named '=HYPERLINK(…)' runs nothing on the merchant's computer. */
function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** 123456 → '1234,56', which a Brazilian Excel takes for a number. */
function twoDecimals(hundredths: number): string {
  const absolute = Math.abs(hundredths);
  const decimals = absolute % 100;
  return `${hundredths < 0 ? '-' : ''}${(absolute - decimals) / 100},${String(decimals).padStart(2, '0')}`;
}

/** '2026-03-13' → '13/03/2026'. */
function brazilianDay(day: string): string {
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}
