import type { ColumnMeaning } from 'domain/customer-import';
import { readPhone } from 'domain/read-phone';
import type { Heading } from './customer-file-headings.ts';
import { seemMoney } from './read-balances.ts';

/**
 * Whether a column may hold the centavos of the balance before it. In a file with commas between its cells,
 * an amount such as 12,50 without quotes becomes two cells.
 */
function isCutOff(
  before: readonly string[] | undefined,
  meaning: ColumnMeaning | undefined,
  column: readonly string[],
): boolean {
  if (meaning !== 'balance' || !before || !isEach(before, /^(?:r\$)?\s*\d+$/i)) return false;
  return column.some((value) => /^\d\d?$/.test(value));
}

/**
 * Guesses the meaning of each column. `values` are those of each column, without blanks and zeros;
 * `hasCommas` is true if commas separate the file's cells. A column that may hold money is 'asked', not
 * ignored. If two columns may be the balance, both are 'asked'.
 */
export function guessMeanings(
  headings: readonly Heading[],
  values: readonly (readonly string[])[],
  hasCommas: boolean,
): ColumnMeaning[] {
  const meanings = headings.map((heading, index) => meaningOf(heading, values[index] ?? []));
  const isStrong = (index: number) => headings[index]?.isWeak === false;
  const strong = new Set(meanings.filter((_, index) => isStrong(index)));
  const balances = meanings.flatMap((meaning, index) => (meaning === 'balance' ? [index] : []));
  const filled = balances.filter((index) => values[index]?.length);
  return headings.map((heading, index) => {
    const meaning = meanings[index];
    const column = values[index] ?? [];
    if (hasCommas && isCutOff(values[index - 1], meanings[index - 1], column)) return 'asked';
    if (meaning === 'balance') {
      if (filled.length > 1 && filled.includes(index)) return 'asked';
      return index === (filled[0] ?? balances[0]) ? 'balance' : 'ignored';
    }
    if (meaning === undefined || (heading.isWeak && strong.has(meaning))) {
      const isMoney = !heading.isPassedOver && seemMoney(column, heading.isOfMoney) && !arePhones(column);
      return isMoney ? 'asked' : 'ignored';
    }
    return meaning;
  });
}

/** The heading's meaning if the values fit it. 'É WhatsApp?' above 'Sim' and 'Não' is no phone. */
function meaningOf(
  { meaning, isWeak, isOfAreaCode }: Heading,
  column: readonly string[],
): ColumnMeaning | undefined {
  if (isEach(column, /^(?:sim|s|não|nao|n|yes|no|true|false|verdadeiro|falso)$/i)) return undefined;
  const areAreaCodes = isEach(column, /^\(?0?[1-9]\d\)?$/);
  if (meaning === 'areaCode' && column.length > 0 && !areAreaCodes) return undefined;
  if (meaning === 'phone' && isOfAreaCode && areAreaCodes) return 'areaCode';
  if (isWeak && meaning === 'phone' && !arePhones(column)) return undefined;
  if (isWeak && meaning === 'name' && !column.some((value) => /\p{L}{2}/u.test(value))) return undefined;
  return meaning;
}

const isEach = (column: readonly string[], pattern: RegExp) =>
  column.length > 0 && column.every((value) => pattern.test(value));

/** Whether more than half of the values are phones. */
const arePhones = (column: readonly string[]) =>
  column.filter((value) => readPhone(value).digits).length * 2 > column.length;
