import { MAX_IMPORT_BYTES } from 'domain/customer-import';

/**
 * A file as it was when it was chosen: what is imported is what was checked, whatever is saved over it
 * meanwhile.
 */
export interface ChosenFile {
  name: string;
  size: number;
  modifiedAt: number;
  /** CSV, also where a workbook was chosen. */
  content: Blob;
  /** How many of a workbook's numbers were rounded to two decimals. */
  roundedCount: number;
}

const TOO_LARGE = 'O arquivo tem mais de 2 MB. Divida-o em partes.';

/** Reads the file; a message where it cannot be taken. */
export async function readChosenFile(file: File): Promise<ChosenFile | string> {
  if (file.size > MAX_IMPORT_BYTES) return TOO_LARGE;
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return 'Não foi possível ler o arquivo. Feche-o no Excel e tente novamente.';
  const read = isArchive(bytes) ? await csvOf(bytes) : { content: new Blob([bytes]), roundedCount: 0 };
  if (typeof read === 'string') return read;
  if (read.content.size > MAX_IMPORT_BYTES) return TOO_LARGE;
  return { name: file.name, size: file.size, modifiedAt: file.lastModified, ...read };
}

/** A workbook, whatever its name ends with. */
function isArchive(bytes: ArrayBuffer): boolean {
  return new TextDecoder('latin1').decode(bytes.slice(0, 4)) === 'PK\u0003\u0004';
}

/** Loads the reader of workbooks when a workbook was chosen. */
async function csvOf(bytes: ArrayBuffer): Promise<Pick<ChosenFile, 'content' | 'roundedCount'> | string> {
  const reader = await import('./read-workbook.ts').catch(() => undefined);
  if (!reader) return 'Sem conexão para ler a planilha. Tente novamente.';
  const read = await reader.readWorkbook(new Uint8Array(bytes));
  if ('message' in read) return read.message;
  return { content: new Blob([read.csv]), roundedCount: read.roundedCount };
}
