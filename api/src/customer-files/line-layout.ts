import type { ColumnMeaning, ImportColumn } from 'domain/customer-import';
import { readPhone } from 'domain/read-phone';
import type { Heading } from './customer-file-headings.ts';

/** The cells of a line, sorted into the template's columns and otherwise unchanged. */
export type FileLine = Record<ImportColumn, string>;

/** The indexes of the cells from which each of the template's columns is read. */
export interface Layout {
  /** The first of them that holds a phone is read. Each has the index of its area code, if there is one. */
  phones: { index: number; areaCode: number | undefined }[];
  /** The first of them that is filled is read. The last names are added unless it is a whole name. */
  names: { index: number; isWhole: boolean }[];
  lastNames: number[];
  emails: number[];
  balances: number[];
}

export function layoutOf(meanings: readonly ColumnMeaning[], headings: readonly Heading[]): Layout {
  const all = (wanted: ColumnMeaning) =>
    meanings.flatMap((meaning, index) => (meaning === wanted ? [index] : []));
  const ranked = (wanted: ColumnMeaning) =>
    all(wanted).sort((a, b) => (headings[a]?.rank ?? 0) - (headings[b]?.rank ?? 0));
  const partOf = (index: number) => headings[index]?.part ?? 1;
  const names = all('name').sort((a, b) => partOf(a) - partOf(b));
  const hasParts = names.some((index) => partOf(index) === 2);
  const areaCodeOf = pairAreaCodes(all('areaCode'), all('phone'));
  return {
    phones: ranked('phone').map((index) => ({ index, areaCode: areaCodeOf(index) })),
    names: names.map((index) => ({
      index,
      isWhole: partOf(index) === 0 || (hasParts && partOf(index) === 1),
    })),
    lastNames: all('lastName'),
    emails: ranked('email'),
    balances: all('balance'),
  };
}

/**
 * Finds the column of a phone's area code. Several columns of area codes are used only if all of them stand
 * right before a phone's column, or all right after one: a number with a wrong area code is a stranger's.
 */
function pairAreaCodes(areaCodes: readonly number[], phones: readonly number[]) {
  const [only, ...others] = areaCodes;
  const areBefore = areaCodes.every((index) => phones.includes(index + 1));
  const areBehind = areaCodes.every((index) => phones.includes(index - 1));
  return (phone: number): number | undefined => {
    if (others.length === 0) return only;
    if (areBefore === areBehind) return undefined;
    const index = areBefore ? phone - 1 : phone + 1;
    return areaCodes.includes(index) ? index : undefined;
  };
}

/**
 * Sorts the cells of a line into the template's columns. Of several phones it takes the first that can be
 * read, because some systems write '( ) -' into an empty field.
 */
export function lineOf(cells: readonly string[], layout: Layout): FileLine {
  const filled = (indexes: readonly number[]) => indexes.map((index) => cells[index] ?? '').filter(isFilled);
  const phones = layout.phones.flatMap(({ index, areaCode }) =>
    several(cells[index] ?? '').map((phone) => withAreaCode(phone, cells[areaCode ?? -1] ?? '')),
  );
  return {
    phone:
      phones.find((phone) => readPhone(phone).digits) ?? phones.find((phone) => phone.trim() !== '') ?? '',
    name: nameOf(cells, layout),
    email: several(filled(layout.emails)[0] ?? '')[0] ?? '',
    balance: filled(layout.balances)[0] ?? '',
  };
}

const isFilled = (cell: string) => cell.trim() !== '';

/** The first filled name, followed by the last names that it does not already end with. */
function nameOf(cells: readonly string[], { names, lastNames }: Layout): string {
  const found = names.find(({ index }) => isFilled(cells[index] ?? ''));
  const name = found ? (cells[found.index] ?? '') : '';
  if (found?.isWhole) return name;
  const more = lastNames.map((index) => cells[index] ?? '').filter(isFilled);
  return [name, ...more.filter((last) => !name.toLowerCase().endsWith(last.toLowerCase()))]
    .filter(isFilled)
    .join(' ');
}

/** Google's contacts separate several numbers or addresses in one cell by ' ::: '. */
const several = (cell: string) => cell.split(' ::: ');

function withAreaCode(phone: string, areaCode: string): string {
  const isLocal = /^(?!\s*\()\D*(?:\d\D*){1,9}$/.test(phone);
  return isLocal && areaCode.trim() !== '' ? `${areaCode} ${phone}` : phone;
}
