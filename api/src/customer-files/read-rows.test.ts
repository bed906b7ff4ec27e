import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DELIMITERS, type Delimiter, rowsOf } from './read-rows.ts';

const rows = (text: string, delimiter: Delimiter = ';') => [...rowsOf(text, delimiter, 5)];

test('whatever a spreadsheet writes is read as a kept library reads it', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'ã', ' ', '"', '\n', '\r', ...DELIMITERS),
    maxLength: 6,
  });
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(table, fc.constantFrom(...DELIMITERS), lineEnd, (cells, delimiter, end) => {
      const written = cells.map((row) =>
        row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter),
      );
      const text = written.join(end);
      expect(rows(text, delimiter)).toEqual(cells);
      const options = { delimiter, relax_column_count: true, record_delimiter: [end] };
      expect(rows(text, delimiter)).toEqual(parse(text, options));
    }),
  );
});

test('quotes that do not pair are the matter of their line', () => {
  expect(rows('1;"Zé;x\n2;"Ana";y\n3;"Bia" S;z\n4;C"d;"w"')).toEqual([
    ['1', '"Zé', 'x'],
    ['2', 'Ana', 'y'],
    ['3', '"Bia" S', 'z'],
    ['4', 'C"d', 'w'],
  ]);
});

test('blank rows are rows, an end of the text after a line end is none, and a row has its most cells', () => {
  expect(rows('\na;\r\n\r\rb;c;d;e;f;g;h\ni\n')).toEqual([
    [''],
    ['a', ''],
    [''],
    [''],
    ['b', 'c', 'd', 'e', 'f'],
    ['i'],
  ]);
  expect(rows('')).toEqual([]);
});

test.each([
  ['quotes', '"'.repeat(1_000_000)],
  ['doubled quotes', `"${'a""'.repeat(500_000)}`],
  ['quotes at the start of every line', '"x\n'.repeat(300_000)],
  ['a cell without an end', `"${'a'.repeat(1_000_000)}`],
])('a million %s are read to their end', (_, text) => {
  expect(rows(text).flat().join('').length).toBeGreaterThan(500_000);
});
