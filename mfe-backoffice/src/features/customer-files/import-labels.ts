import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import { formatCents } from 'domain/money';
import type { Definition } from 'ui/definition-list';

const numbers = new Intl.NumberFormat('pt-BR');

/** '1 cliente', '10.000 clientes' */
export function counted(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/** 'Importar as 798 válidas', of the lines of a file. */
export function importValidLabel(count: number): string {
  return count === 1 ? 'Importar a linha válida' : `Importar as ${numbers.format(count)} válidas`;
}

/** 'Baixar as 2 recusadas' */
export function saveRefusedLabel(count: number): string {
  return count === 1 ? 'Baixar a linha recusada' : `Baixar as ${numbers.format(count)} recusadas`;
}

/** 'Colunas do arquivo: 3 lidas, 6 ignoradas' */
export function columnsLabel(takenCount: number, ignoredCount: number): string {
  const taken = counted(takenCount, 'lida', 'lidas');
  return `Colunas do arquivo: ${taken}${ignoredCount > 0 ? `, ${counted(ignoredCount, 'ignorada', 'ignoradas')}` : ''}`;
}

/** The outcome of an import, planned or done, row by row. */
export function importRows(
  counts: CustomerImportPreview | Omit<CustomerImport, 'overtaken' | 'overtakenCount'>,
): Definition[] {
  const { newCount, knownCount, creditCount, creditCents } = counts;
  const rows: Definition[] = [{ label: 'Clientes novos', value: numbers.format(newCount) }];
  if (knownCount > 0) rows.push({ label: 'Já são clientes', value: numbers.format(knownCount) });
  if ('completedCount' in counts && knownCount > 0)
    rows.push({ label: 'Cadastros completados', value: numbers.format(counts.completedCount) });
  if (creditCount > 0) {
    rows.push({ label: 'Com saldo inicial', value: numbers.format(creditCount) });
    rows.push({ label: 'Soma dos saldos', value: formatCents(creditCents), strong: true });
  }
  if (counts.refusedCount > 0)
    rows.push({ label: 'Linhas recusadas', value: numbers.format(counts.refusedCount) });
  return rows;
}
