import { IMPORT_COLUMNS, type ImportColumn, REFUSED_LINES_COLUMN } from 'domain/customer-import';
import type { FileError } from './customer-file.ts';

/** The position of each column in a line, and the heading's errors. */
export interface Headings {
  columns: ReadonlyMap<ImportColumn, number>;
  width: number;
  errors: FileError[];
}

/** The names of these columns in points of sale and spreadsheets, without accents, signs and capitals. */
const NAMES: Record<ImportColumn, readonly string[]> = {
  phone: [
    'telefone',
    'celular',
    'fone',
    'tel',
    'cel',
    'whatsapp',
    'numero',
    'telefonecelular',
    'telefonedocliente',
  ],
  name: ['nome', 'nomecompleto', 'cliente', 'nomedocliente'],
  email: ['email', 'mail', 'correioeletronico', 'emaildocliente'],
  balance: ['saldo', 'saldoinicial', 'saldodecashback', 'cashback', 'saldoatual'],
};
const COLUMN_BY_NAME = new Map(
  (Object.keys(NAMES) as ImportColumn[]).flatMap((column) =>
    NAMES[column].map((name) => [name, column] as const),
  ),
);

/** More than real spreadsheets have; a line of a million separators is not read cell by cell. */
const MAX_COLUMNS = 50;
const MAX_SHOWN_CHARACTERS = 40;

function columnOf(heading: string): ImportColumn | undefined {
  const name = heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return COLUMN_BY_NAME.get(name);
}

/**
 * The separator that yields most known columns in the first line; a semicolon, Excel's own in Brazil, on a
 * tie.
 */
export function findDelimiter(text: string): string {
  const firstLine = /^\s*([^\r\n]{0,2000})/.exec(text)?.[1] ?? '';
  const headings = (delimiter: string) =>
    firstLine.split(delimiter).filter((heading) => columnOf(heading) !== undefined).length;
  return [';', ',', '\t'].reduce((best, other) => (headings(other) > headings(best) ? other : best));
}

export function readHeadings(cells: string[], line: number): Headings {
  const columns = new Map<ImportColumn, number>();
  const errors: FileError[] = [];
  const refuse = (column: string | null, message: string) => errors.push({ line, column, message });
  if (cells.length > MAX_COLUMNS) refuse(null, 'Há colunas demais. Deixe só as do modelo.');
  for (const [index, heading] of cells.slice(0, MAX_COLUMNS).entries()) {
    const column = columnOf(heading);
    const shown = heading.trim().slice(0, MAX_SHOWN_CHARACTERS);
    if (shown === REFUSED_LINES_COLUMN) continue;
    if (column === undefined && shown !== '') refuse(shown, 'Coluna não reconhecida: apague-a do arquivo.');
    else if (column !== undefined && columns.has(column)) {
      refuse(shown, `Há mais de uma coluna de ${IMPORT_COLUMNS[column].toLowerCase()}: deixe só uma.`);
    } else if (column !== undefined) columns.set(column, index);
  }
  if (!columns.has('phone'))
    refuse(null, 'Falta a coluna Telefone. A primeira linha deve ter os nomes das colunas.');
  return { columns, width: cells.length, errors };
}
