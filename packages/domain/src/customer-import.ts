import { z } from 'zod';
import { requestId } from './fields.ts';

/** The limits of a file of customers, shown on the screen before it is chosen and enforced by the server. */

export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;
export const MAX_IMPORT_CUSTOMERS = 10_000;

/** The ledger's reason for a balance that came from a file. */
export const OPENING_BALANCE_REASON = 'Saldo inicial (importação)';

/** The columns as the template names them; the server also knows their other usual names. */
export const IMPORT_COLUMNS = {
  phone: 'Telefone',
  name: 'Nome',
  email: 'Email',
  balance: 'Saldo inicial',
} as const;
export type ImportColumn = keyof typeof IMPORT_COLUMNS;

/** More than real files have: an export of Google's contacts has some sixty. */
export const MAX_IMPORT_FILE_COLUMNS = 100;

/** What a column of a file may be taken for; 'asked' where a person has to say it. */
export const COLUMN_MEANINGS = [
  'phone',
  'areaCode',
  'name',
  'lastName',
  'email',
  'balance',
  'ignored',
  'asked',
] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/** What has to be said about a file's columns before its lines can be read, as a sentence. */
export function columnsFault(meanings: readonly ColumnMeaning[]): string | undefined {
  if (!meanings.includes('phone')) return 'Escolha a coluna que tem o telefone.';
  if (meanings.includes('asked')) return 'Escolha o que há em cada coluna que parece ter dinheiro.';
  if (meanings.filter((meaning) => meaning === 'balance').length > 1)
    return 'Escolha uma só coluna para o saldo inicial.';
  return undefined;
}

/** Says in a file of refused lines why each was; such a file is imported again, and the column is ignored. */
export const REFUSED_LINES_COLUMN = 'Problema';

/** What stands before the centavos in a file's amounts. */
export const DECIMAL_MARKS = ['comma', 'dot'] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** How many values are shown of each kind that a person is asked about. */
export const MAX_DOUBT_EXAMPLES = 3;

/** An answer that is not given is left out: requests of before it existed stay the same. */
const ticked = z
  .literal('true')
  .transform(() => true as const)
  .optional();

/** What a person says about a file that does not say it itself. */
export const importAnswers = z.strictObject({
  /** What each column holds, in the file's order; columns that are not named are guessed. */
  columns: z
    .string()
    .max(16 * MAX_IMPORT_FILE_COLUMNS)
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(COLUMN_MEANINGS)).max(MAX_IMPORT_FILE_COLUMNS))
    .optional(),
  decimalMark: z.enum(DECIMAL_MARKS).optional(),
  /** Phones that lack the ninth digit get it. */
  addNinthDigit: ticked,
  /** All other doubted phones are taken as they are written. */
  takeDoubted: ticked,
});
export type ImportAnswers = z.infer<typeof importAnswers>;

export const importCustomersQuery = importAnswers.extend({
  operationId: requestId,
  /**
   * Imports the lines without errors, if they are as many as the preview counted; without it, any error
   * refuses the file.
   */
  validCount: z.coerce.number().int().positive().optional(),
  /** When the preview checked the file: who became a customer since then is no error. */
  checkedAt: z.iso.datetime().optional(),
});
