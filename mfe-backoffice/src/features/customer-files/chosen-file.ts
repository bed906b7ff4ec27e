import { MAX_IMPORT_BYTES } from 'domain/customer-import';

/**
 * A file as it was when it was chosen: what is imported is what was checked, whatever is saved over it
 * meanwhile.
 */
export interface ChosenFile {
  name: string;
  size: number;
  modifiedAt: number;
  content: Blob;
}

/** Reads the file; a message where it cannot be taken. */
export async function readChosenFile(file: File): Promise<ChosenFile | string> {
  if (file.size > MAX_IMPORT_BYTES) return 'O arquivo tem mais de 2 MB. Divida-o em partes.';
  try {
    const content = new Blob([await file.arrayBuffer()]);
    return { name: file.name, size: file.size, modifiedAt: file.lastModified, content };
  } catch {
    return 'Não foi possível ler o arquivo. Feche-o no Excel e tente novamente.';
  }
}
