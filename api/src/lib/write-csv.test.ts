import { expect, test } from 'vitest';
import type { FileColumn } from './file-columns.ts';
import { csvLines } from './write-csv.ts';

const line = <Value>(kind: FileColumn<unknown>['kind'], value: Value) =>
  csvLines([{ header: '', width: 1, kind, of: () => value } as FileColumn<unknown>], [null]);

test('numbers have a decimal comma and no other sign; a minus is no formula there', () => {
  expect(line('cents', 123_456_789)).toBe('1234567,89\r\n');
  expect(line('cents', -5)).toBe('-0,05\r\n');
  expect(line('cents', 0)).toBe('0,00\r\n');
  expect(line('basisPoints', 525)).toBe('5,25%\r\n');
  expect(line('count', -3)).toBe('-3\r\n');
});

test('days and moments are written as Brazil writes them, nothing as nothing', () => {
  expect(line('day', '2026-03-01')).toBe('01/03/2026\r\n');
  expect(line('moment', '2026-03-01T23:59:07')).toBe('01/03/2026 23:59:07\r\n');
  expect(line('moment', null)).toBe('\r\n');
});

test('text that a spreadsheet would run is text, and what parts cells stays inside its own', () => {
  for (const begins of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])
    expect(line('text', `${begins}1`)).toBe(`'${begins}1\r\n`);
  expect(line('text', '\r1')).toBe('"\'\r1"\r\n');
  expect(line('text', 'a;"b"\n')).toBe('"a;""b""\n"\r\n');
  expect(line('text', 'Ana\n=1+1')).toBe('"Ana\n=1+1"\r\n');
  expect(line('text', '1-2=3')).toBe('1-2=3\r\n');
});
