import { type DecimalMark, MAX_DOUBT_EXAMPLES } from 'domain/customer-import';
import { MAX_AMOUNT_CENTS } from 'domain/money';

/** The column of balances, read in one way: a file never means two things by the same sign. */

/** An amount's centavos, or why it is none. */
export type BalanceReading = { cents: number; isRounded: boolean } | { message: string };

/** A value of the file in both readings, in centavos; null: it is no amount in that reading. */
export interface DoubtedBalance {
  text: string;
  commaCents: number | null;
  dotCents: number | null;
}

/** Groups of three digits, or digits alone, then the decimals of this mark. */
const SHAPES: Record<DecimalMark, RegExp> = {
  comma: /^(?<whole>[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,(?<decimals>\d+))?$/,
  dot: /^(?<whole>[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.(?<decimals>\d+))?$/,
};

/**
 * The mark that the column's own values prove; 'doubted' if they prove both, or if a value such as 1.234 is
 * another amount by each and none proves which.
 */
export function findDecimalMark(cells: Iterable<string>): DecimalMark | 'doubted' {
  const proved = new Set<DecimalMark>();
  let isOpen = false;
  for (const cell of cells) {
    const amount = amountIn(cell);
    const [comma, dot] = [centsBy('comma', amount), centsBy('dot', amount)];
    if (comma !== undefined && dot === undefined) proved.add('comma');
    else if (dot !== undefined && comma === undefined) proved.add('dot');
    else if (comma?.cents !== dot?.cents) isOpen = true;
  }
  const [mark = isOpen ? 'doubted' : 'comma'] = proved;
  return proved.size > 1 ? 'doubted' : mark;
}

/** An empty cell, zero and an accounting format's dash mean no balance. */
export function readBalance(cell: string, mark: DecimalMark): BalanceReading {
  const amount = amountIn(cell);
  if (amount === '' || amount === '-') return { cents: 0, isRounded: false };
  if (/^[-−(]|[-−]$/.test(amount)) return { message: 'O saldo não pode ser negativo' };
  const read = centsBy(mark, amount);
  if (read === undefined) return { message: `Valor não entendido: escreva como ${EXAMPLES[mark]}` };
  if (read.cents > MAX_AMOUNT_CENTS) return { message: 'Valor acima do limite de R$ 10.000.000,00' };
  return read;
}

/**
 * Whether a column without a known meaning may hold money: a value has 'R$' or decimals, or the heading is
 * called money and a value has digits. Dates are no money.
 */
export function seemMoney(values: readonly string[], isCalledMoney: boolean): boolean {
  const isDate = (value: string) => /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}\b/.test(value);
  return values.some(
    (value) =>
      !isDate(value) &&
      (/r\$/i.test(value) ||
        /^[-−+(]?\s*[\d.,]*\d[.,]\d\d?\)?[-−]?$/.test(value) ||
        (isCalledMoney && /[1-9]/.test(value))),
  );
}

const EXAMPLES: Record<DecimalMark, string> = { comma: '1.234,56', dot: '1234.56' };

/** Values that are another amount by each mark, for the person who knows the file. */
export function findDoubtedBalances(cells: Iterable<string>): DoubtedBalance[] {
  const found = new Map<string, DoubtedBalance>();
  for (const cell of cells) {
    const amount = amountIn(cell);
    const commaCents = centsBy('comma', amount)?.cents ?? null;
    const dotCents = centsBy('dot', amount)?.cents ?? null;
    if (commaCents !== dotCents) found.set(amount, { text: cell.trim(), commaCents, dotCents });
    if (found.size === MAX_DOUBT_EXAMPLES) break;
  }
  return [...found.values()];
}

function amountIn(cell: string): string {
  return cell.trim().replace(/^r\$\s*/i, '');
}

/** Half a centavo is rounded up. */
function centsBy(mark: DecimalMark, amount: string): { cents: number; isRounded: boolean } | undefined {
  if (amount.length > MAX_CHARACTERS) return undefined;
  const { whole, decimals = '' } = SHAPES[mark].exec(amount)?.groups ?? {};
  if (whole === undefined) return undefined;
  // Read as hundredths, so that no binary fraction is rounded.
  const cents = Math.round(Number(`${whole.replace(/[.,]/g, '')}.${decimals}e2`));
  return { cents, isRounded: /[1-9]/.test(decimals.slice(2)) };
}

const MAX_CHARACTERS = 40;
