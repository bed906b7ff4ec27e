import { MAX_IMPORT_CUSTOMERS } from 'domain/customer-import';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { chooseSheet } from './open-workbook.ts';
import { TooLargeError } from './unzip-part.ts';

/** Ten thousand customers are three megabytes of XML; an archive may hold a thousand times its own size. */
const MAX_UNZIPPED_BYTES = 24 * 1024 * 1024;
/** Includes the heading and blank rows. */
const MAX_ROWS = 2 * MAX_IMPORT_CUSTOMERS;
/** One column more than the API takes, so that it refuses wider sheets. */
const CELLS = 'A1:CW1048576';
/** About 100,000 rows of this width. A sheet also contains blank rows if they are formatted. */
const MAX_CELLS = 10_000_000;

/** What the preview says about a workbook. */
export interface WorkbookNotes {
  /** Numbers with more than two decimals, which are rounded. */
  roundedCount: number;
  /** Hidden rows. They are imported too. */
  hiddenCount: number;
  /** The name of the sheet that was read, if another visible one is not empty. */
  sheet: string | undefined;
}

/**
 * Turns the first visible sheet of an Excel workbook into the CSV that the API reads, one line for each row;
 * returns a message if it cannot. It runs in the browser, because a hostile workbook would keep the API's
 * process busy.
 */
export async function readWorkbook(
  bytes: Uint8Array,
): Promise<({ csv: string } & WorkbookNotes) | { message: string }> {
  try {
    const sheet = chooseSheet(bytes, MAX_UNZIPPED_BYTES);
    if (typeof sheet === 'string') return { message: sheet };
    const { xml, workbook, dateSystem } = sheet;
    if (hasOpenFormula(xml))
      return {
        message: 'A planilha tem fórmulas sem resultado. Abra-a no Excel, salve-a e escolha-a de novo.',
      };
    const hidden = hiddenRows(xml);
    const notes = { roundedCount: 0, hiddenCount: 0 };
    const lines: string[] = [];
    let cellCount = 0;
    for await (const { index, values } of streamXlsxRows(workbook, { range: CELLS, dateSystem })) {
      cellCount += values.length;
      if (cellCount > MAX_CELLS) throw new TooLargeError();
      const line = csvLine(values);
      if (line === '') continue;
      if (index >= MAX_ROWS) return { message: 'O arquivo tem mais de 10.000 clientes. Divida-o em partes.' };
      if (lines[index] !== undefined) throw new Error('Two rows of one number');
      lines[index] = line;
      notes.roundedCount += values.filter(isRounded).length;
      if (hidden.has(index)) notes.hiddenCount += 1;
    }
    // Rows that the workbook leaves out are blank ones.
    const csv = Array.from(lines, (line = '') => `${line}\r\n`).join('');
    return { csv, ...notes, sheet: sheet.hasOthers ? sheet.name : undefined };
  } catch (error) {
    if (error instanceof TooLargeError)
      return { message: 'A planilha é grande demais. Copie só os clientes para uma planilha nova.' };
    // Whatever a malformed file makes the parser throw, the file is the cause.
    return { message: 'Esta planilha não pôde ser lida. No Excel, salve-a de novo como .xlsx ou CSV.' };
  }
}

/** The indexes of the hidden rows; hucre does not tell them apart. */
function hiddenRows(xml: string): Set<number> {
  const hidden = new Set<number>();
  let index = -1;
  for (const [, attributes = ''] of xml.matchAll(/<(?:[\w.-]+:)?row(?=[\s/>])([^<>]*)/g)) {
    const row = /\sr\s*=\s*["'](\d+)/.exec(attributes)?.[1];
    index = row === undefined ? index + 1 : Number(row) - 1;
    if (/\shidden\s*=\s*["'](?:1|true)/.test(attributes)) hidden.add(index);
  }
  return hidden;
}

/**
 * Whether a formula has no result, because a program wrote it without calculating it. Its cell would be read
 * as a blank one. A blank text is a result.
 */
function hasOpenFormula(xml: string): boolean {
  const formulas = xml.matchAll(
    /<(?:[\w.-]+:)?c(?=\s|>)([^<>]*)>\s*<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/[^<>]*>)\s*(?:<(?:[\w.-]+:)?v\s*(?:\/>|>\s*<\/[^<>]*>)\s*)?<\/(?:[\w.-]+:)?c>/g,
  );
  return [...formulas].some(([, attributes = '']) => !/\st\s*=\s*["']str/.test(attributes));
}

function csvLine(values: CellValue[]): string {
  const last = values.findLastIndex((value) => value !== null && typedText(value).trim() !== '');
  const cells = values.slice(0, last + 1).map(typedText);
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
}

const dateText = (date: Date) => date.toISOString().slice(0, 10).split('-').reverse().join('/');

const isRounded = (value: CellValue) => typeof value === 'number' && roundedTo2(value) !== exact(value);

/**
 * Writes a value as a person would type it: a phone stored as the number 11987654321, an amount as 10.5, a
 * date. A number that is no possible date becomes ########, as Excel shows it; the API refuses it like #N/A.
 */
function typedText(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '########' : dateText(value);
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
