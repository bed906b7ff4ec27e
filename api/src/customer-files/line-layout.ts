import type { ColumnMeaning, ImportColumn } from 'domain/customer-import';
import { readPhone } from 'domain/read-phone';
import type { Heading } from './customer-file-headings.ts';

/** What a line says in the template's columns, as it stands in the file. */
export type FileLine = Record<ImportColumn, string>;

/** Which cells of a line the template's columns are made of, by their indexes. */
export interface Layout {
  /** In the order in which a phone is looked for, each with the column of its area code. */
  phones: { index: number; areaCode: number | undefined }[];
  /** In the order in which a name is looked for. No last name follows a whole one. */
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
 * The column of a phone's area code. Several must all stand right before their phones, or all right behind
 * them; else none is taken, because a number with another's area code is a stranger's.
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
 * What a line says in the template's columns. Of several phones the first that is one counts: systems write
 * '( ) -' where there is none.
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

/** The first name that is there, and the last names that it does not end with. */
function nameOf(cells: readonly string[], { names, lastNames }: Layout): string {
  const found = names.find(({ index }) => isFilled(cells[index] ?? ''));
  const name = found ? (cells[found.index] ?? '') : '';
  if (found?.isWhole) return name;
  const more = lastNames.map((index) => cells[index] ?? '').filter(isFilled);
  return [name, ...more.filter((last) => !name.toLowerCase().endsWith(last.toLowerCase()))]
    .filter(isFilled)
    .join(' ');
}

/** Google's contacts write several numbers and addresses into one cell. */
const several = (cell: string) => cell.split(' ::: ');

function withAreaCode(phone: string, areaCode: string): string {
  const isLocal = /^(?!\s*\()\D*(?:\d\D*){1,9}$/.test(phone);
  return isLocal && areaCode.trim() !== '' ? `${areaCode} ${phone}` : phone;
}
