/** A closing quote is searched no further, so that a lone quote does not cost a search of the whole file. */
const MAX_QUOTED_CHARACTERS = 20_000;
const MAX_DOUBLED_QUOTES = 1_000;

export const DELIMITERS = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * The rows of a CSV file, blank ones too, each of at most `maxCells` cells. A cell in quotes may hold line
 * ends. A quote without a partner (a nickname's, a forgotten one) is a character of its cell, so that it
 * affects its own line only. Known libraries refuse the file, or swallow the lines up to the next quote.
 */
export function* rowsOf(text: string, delimiter: Delimiter, maxCells: number): Generator<string[]> {
  const separator = delimiter === '|' ? '\\|' : delimiter;
  const inside = `[^"]{0,${MAX_QUOTED_CHARACTERS}}`;
  const quoted = ` {0,9}"(${inside}(?:""${inside}){0,${MAX_DOUBLED_QUOTES}})" {0,9}(?=${separator}|[\\r\\n]|$)`;
  const cell = new RegExp(`(?:${quoted}|([^${separator}\\r\\n]*))(${separator}|\\r\\n|[\\r\\n]|$)`, 'y');
  const restOfLine = /[^\r\n]*(?:\r\n|[\r\n]|$)/y;
  let cells: string[] = [];
  while (cell.lastIndex < text.length || cells.length > 0) {
    const [, inQuotes, bare = '', end] = cell.exec(text) ?? [];
    cells.push(inQuotes?.replaceAll('""', '"') ?? bare);
    const isLong = end === delimiter && cells.length === maxCells;
    if (end === delimiter && !isLong) continue;
    if (isLong) {
      restOfLine.lastIndex = cell.lastIndex;
      restOfLine.exec(text);
      cell.lastIndex = restOfLine.lastIndex;
    }
    yield cells;
    cells = [];
  }
}
