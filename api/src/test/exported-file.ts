import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { WrittenFile } from '../lib/write-file.ts';

/** A CSV file as its reader has it, the headings first. */
export async function csvRows({ content }: Pick<WrittenFile, 'content'>): Promise<string[][]> {
  const text = (await buffer(content)).toString();
  return parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' });
}

export async function xlsxSheets({ content }: Pick<WrittenFile, 'content'>) {
  const { sheets } = await readXlsx(await buffer(content), { readStyles: true });
  return sheets;
}
