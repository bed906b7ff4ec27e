import { MAX_IMPORT_CUSTOMERS } from 'domain/customer-import';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { unzippedBytes } from './unzipped-bytes.ts';

/** Ten thousand customers are three megabytes of XML; an archive may hold a thousand times its own size. */
const MAX_UNZIPPED_BYTES = 24 * 1024 * 1024;
/** Includes the heading and blank rows. */
const MAX_ROWS = 2 * MAX_IMPORT_CUSTOMERS;
/** Columns A to AZ: more than the API reads. */
const CELLS = 'A1:AZ1048576';

/**
 * The first sheet of an Excel workbook as the CSV that the API reads, line by line as in the spreadsheet; a
 * message where it cannot be had. `roundedCount`: numbers with more than two decimals, which are rounded. In
 * the browser, because a hostile workbook would keep the API's process busy.
 */
export async function readWorkbook(
  bytes: Uint8Array,
): Promise<{ csv: string; roundedCount: number } | { message: string }> {
  const unzipped = unzippedBytes(bytes);
  if (unzipped !== undefined && unzipped > MAX_UNZIPPED_BYTES)
    return { message: 'A planilha é grande demais. Copie só os clientes para uma planilha nova.' };
  const lines: string[] = [];
  let roundedCount = 0;
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { range: CELLS, maxRows: MAX_ROWS + 1 })) {
      if (index >= MAX_ROWS) return { message: 'O arquivo tem mais de 10.000 clientes. Divida-o em partes.' };
      lines[index] = csvLine(values);
      roundedCount += values.filter(
        (value) => typeof value === 'number' && roundedTo2(value) !== exact(value),
      ).length;
    }
  } catch {
    // Whatever a malformed file makes the parser throw, the file is the cause.
    return { message: 'Esta planilha não pôde ser lida. No Excel, salve-a de novo como .xlsx ou CSV.' };
  }
  // Rows that the workbook leaves out are blank ones.
  return { csv: Array.from(lines, (line = '') => `${line}\r\n`).join(''), roundedCount };
}

function csvLine(values: CellValue[]): string {
  const cells = values.map(typedText);
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  return filled.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
}

/** As a person would type it: a phone stored as the number 11987654321, an amount as 10.5, a date. */
function typedText(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10).split('-').reverse().join('/');
  if (typeof value === 'boolean') return value ? 'VERDADEIRO' : 'FALSO';
  if (typeof value === 'string') return value;
  return String(roundedTo2(value)).replace('.', ',');
}

/** A formula's 0.1 + 0.2 is 0.30000000000000004: spreadsheets count with 15 digits. */
const exact = (value: number) => Number(value.toPrecision(15));

/** Half up, in decimals: 1.005 is a little less in binary. What needs an exponent is no amount and stays. */
function roundedTo2(value: number): number {
  const hundredths = Math.round(Number(`${value.toPrecision(15)}e2`));
  return Number.isNaN(hundredths) ? exact(value) : hundredths / 100;
}
