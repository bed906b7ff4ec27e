import { Readable } from 'node:stream';
import type { FileColumn } from './file-columns.ts';
import { writeCsv } from './write-csv.ts';
import { streamXlsx } from './write-xlsx.ts';

export type FileFormat = 'csv' | 'xlsx';

export const FILE_TYPES: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A file that leaves the product: `content` is written as it is read, and abandoned when it is destroyed. */
export interface WrittenFile {
  name: string;
  content: Readable;
}

/** Streams a file. `sheet` is the name of a workbook's sheet. */
export function streamFile<Row>(
  format: FileFormat,
  {
    sheet,
    columns,
    pages,
  }: { sheet: string; columns: readonly FileColumn<Row>[]; pages: AsyncIterable<Row[]> },
): Readable {
  return readableOf(format === 'csv' ? writeCsv(columns, pages) : streamXlsx(sheet, columns, pages));
}

export function readableOf(content: AsyncIterable<string | Uint8Array>): Readable {
  return Readable.from(content, { objectMode: false });
}
