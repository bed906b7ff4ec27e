import {
  IMPORT_COLUMNS,
  type ImportAnswers,
  type ImportColumn,
  REFUSED_LINES_COLUMN,
} from 'domain/customer-import';
import type { FileColumn } from '../lib/file-columns.ts';
import { writeSheets, xlsxSheet } from '../lib/write-xlsx.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { checkCustomerFile } from './check-customer-file.ts';
import type { FileError } from './customer-file.ts';
import type { FileLine } from './line-layout.ts';
import { readCustomerFile } from './read-customer-file.ts';
import { readRecords } from './read-records.ts';

/** Excel's limit is 32,767; the rest is for the problem's text. */
const MAX_CELL_CHARACTERS = 30_000;

type RefusedLine = FileLine & { problem: string };

const WIDTHS: Record<ImportColumn, number> = { phone: 18, name: 32, email: 32, balance: 14 };

const COLUMNS: FileColumn<RefusedLine>[] = [
  ...(Object.keys(WIDTHS) as ImportColumn[]).map((column) => ({
    header: IMPORT_COLUMNS[column],
    width: WIDTHS[column],
    kind: 'text' as const,
    of: (line: RefusedLine) => line[column] ?? '',
  })),
  { header: REFUSED_LINES_COLUMN, width: 60, kind: 'text', of: ({ problem }) => problem },
];

/**
 * The lines of a file that cannot be imported, as they stand in it and each with its problems: a workbook to
 * be corrected and imported again. All cells are text, so that no spreadsheet changes a phone.
 */
export async function writeRefusedLines(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  content: Uint8Array,
  answers?: ImportAnswers,
): Promise<{ name: string; content: Buffer }> {
  const file = await readCustomerFile(content, answers);
  const records = await tenancy.withTenant(staff.merchantId, (tx) => readRecords(tx, staff, file));
  const problems = problemsByLine(checkCustomerFile(file, records).errors);
  const rows = [...problems].map(([line, found]) => {
    const written = file.asWritten.get(line)?.slice(0, MAX_CELL_CHARACTERS);
    return { ...file.lines.get(line), problem: [found.join('; '), ...(written ? [written] : [])].join(' ') };
  });
  const workbook = await writeSheets([xlsxSheet('Clientes', COLUMNS, rows)]);
  return { name: 'clientes-recusados.xlsx', content: Buffer.from(workbook) };
}

/** In one pass: ten thousand lines may hold four errors each. */
function problemsByLine(errors: readonly FileError[]): Map<number, string[]> {
  const problems = new Map<number, string[]>();
  for (const { line, column, message } of errors) {
    if (line === null) continue;
    const found = problems.get(line) ?? [];
    found.push(column === null ? message : `${column}: ${message}`);
    problems.set(line, found);
  }
  return problems;
}
