import type { CellValue, ColumnDef, WriteSheet } from 'hucre/xlsx';
import type { FileColumn } from './file-columns.ts';

const FORMATS: Record<FileColumn<never>['kind'], string | undefined> = {
  text: undefined,
  count: '#,##0',
  cents: '#,##0.00',
  basisPoints: '0.00%',
  day: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm:ss',
};

const HEADING = { rows: 1 };

/**
 * Writes a workbook of one sheet while it is read. Amounts are numbers, days are dates, and text stays text
 * whatever it begins with. Rows beyond one sheet's limit (1,048,576) go on in further sheets, each with the
 * heading; `maxRowsPerSheet` is for tests.
 */
export async function* streamXlsx<Row>(
  name: string,
  columns: readonly FileColumn<Row>[],
  pages: AsyncIterable<Row[]>,
  maxRowsPerSheet?: number,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(rowsOf(columns, pages), {
    name,
    columns: columns.map(definitionOf),
    freezePane: HEADING,
    ...(maxRowsPerSheet !== undefined && { maxRowsPerSheet }),
  });
}

/** A sheet of a workbook that is small enough to be made at once, for `writeSheets`. */
export function xlsxSheet<Row>(
  name: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): WriteSheet {
  return {
    name,
    columns: columns.map(definitionOf),
    rows: [columns.map(({ header }) => header), ...rows.map((row) => cellsOf(columns, row))],
    freezePane: HEADING,
  };
}

export async function writeSheets(sheets: WriteSheet[]): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  return await writeXlsx({ sheets });
}

function definitionOf<Row>({ header, width, kind }: FileColumn<Row>): ColumnDef {
  const numFmt = FORMATS[kind];
  return { header, width, ...(numFmt && { numFmt }) };
}

async function* rowsOf<Row>(
  columns: readonly FileColumn<Row>[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<CellValue[]> {
  for await (const page of pages) {
    for (const row of page) yield cellsOf(columns, row);
  }
}

const cellsOf = <Row>(columns: readonly FileColumn<Row>[], row: Row) =>
  columns.map((column) => cellOf(column, row));

function cellOf<Row>(column: FileColumn<Row>, row: Row): CellValue {
  const value = column.of(row);
  if (value === null) return null;
  switch (column.kind) {
    // A workbook knows no decimals, only doubles: the nearest one to two decimals is written as these two.
    case 'cents':
      return Number(value) / 100;
    case 'basisPoints':
      return Number(value) / 10_000;
    case 'day':
      return new Date(`${value}T00:00:00Z`);
    case 'moment':
      return new Date(`${value}Z`);
    default:
      return value;
  }
}
