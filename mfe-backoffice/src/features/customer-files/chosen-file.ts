import { MAX_IMPORT_BYTES } from 'domain/customer-import';
import type { WorkbookNotes } from './read-workbook.ts';

/**
 * A file as it was when it was chosen: what is imported is what was checked, whatever is saved over it
 * meanwhile.
 */
export interface ChosenFile extends WorkbookNotes {
  name: string;
  size: number;
  modifiedAt: number;
  /** CSV, also where a workbook was chosen. */
  content: Blob;
}

const TOO_LARGE = 'O arquivo tem mais de 2 MB. Divida-o em partes.';

/** A CSV file is sent unchanged. */
const NO_NOTES: WorkbookNotes = { roundedCount: 0, hiddenCount: 0, sheet: undefined };

/** Reads the file; a message where it cannot be taken. */
export async function readChosenFile(file: File): Promise<ChosenFile | string> {
  if (file.size > MAX_IMPORT_BYTES) return TOO_LARGE;
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return 'Não foi possível ler o arquivo. Feche-o no Excel e tente novamente.';
  const read = await contentOf(bytes);
  if (typeof read === 'string') return read;
  if (read.content.size > MAX_IMPORT_BYTES) return TOO_LARGE;
  return { name: file.name, size: file.size, modifiedAt: file.lastModified, ...read };
}

/** Decides by the first bytes, not by the file's name. */
async function contentOf(
  bytes: ArrayBuffer,
): Promise<(Pick<ChosenFile, 'content'> & WorkbookNotes) | string> {
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.startsWith('PK\u0003\u0004')) return await csvOf(bytes);
  // A workbook with a password has the container of older workbooks, which the API refuses.
  if (text.startsWith('ÐÏ\u0011à') && text.includes([...'EncryptedPackage'].join('\0')))
    return 'A planilha tem senha. No Excel, salve-a sem senha e escolha-a de novo.';
  // Some programs write a web page or XML and name it .xls.
  if (/^(?:ï»¿)?\s*</.test(text))
    return 'Este arquivo não é uma planilha do Excel por dentro. Abra-o no Excel e salve-o como .xlsx ou CSV.';
  return { content: new Blob([bytes]), ...NO_NOTES };
}

/** Loads the reader of workbooks when a workbook was chosen. */
async function csvOf(bytes: ArrayBuffer): Promise<(Pick<ChosenFile, 'content'> & WorkbookNotes) | string> {
  const reader = await import('./read-workbook.ts').catch(() => undefined);
  if (!reader) return 'Sem conexão para ler a planilha. Tente novamente.';
  const read = await reader.readWorkbook(new Uint8Array(bytes));
  if ('message' in read) return read.message;
  const { csv, ...notes } = read;
  return { content: new Blob([csv]), ...notes };
}
