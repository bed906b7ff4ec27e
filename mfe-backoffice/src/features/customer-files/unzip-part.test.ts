import { expect, test } from 'vitest';
import { archiveOf } from './test-workbook.ts';
import { TooLargeError, unzipPart } from './unzip-part.ts';

const LIMIT = 1_000_000;
const FILES = { 'xl/a.xml': '<a>João</a>', 'xl/b.xml': '<b/>' };

const read = (archive: Uint8Array, path: string, budget = { bytes: LIMIT }) => {
  const part = unzipPart(archive, path, budget);
  return part && new TextDecoder().decode(part);
};

test.each([
  ['as Excel writes it', {}],
  ['with Zip64’s wide numbers', { isWide: true }],
  ['with sizes behind the data', { describedBy: 'marked' as const }],
  ['with wide sizes behind the data', { describedBy: 'wide' as const }],
  ['that is not packed', { isStored: true }],
  ['that says too little', { claimedSize: 1 }],
  ['that says gigabytes', { claimedSize: 0xffff_fffe }],
])('an archive %s is read', (_, writing) => {
  const archive = archiveOf(FILES, writing);
  expect(read(archive, 'xl/a.xml')).toBe(FILES['xl/a.xml']);
  expect(read(archive, 'xl/b.xml')).toBe(FILES['xl/b.xml']);
  expect(read(archive, 'xl/c.xml')).toBeUndefined();
});

test('paths with a slash before them, backslashes or other capitals are found', () => {
  for (const path of ['/xl/a.xml', 'xl\\a.xml', 'XL/A.XML'])
    expect(read(archiveOf({ [path]: '<a/>' }), 'xl/a.xml')).toBe('<a/>');
});

test.each([
  ['says what it holds', {}],
  ['says ten bytes', { claimedSize: 10 }],
  ['says nothing', { describedBy: 'marked' as const }],
  ['says ten bytes behind the data', { describedBy: 'marked' as const, claimedSize: 10 }],
  ['says ten bytes in wide numbers', { isWide: true, claimedSize: 10 }],
])('a bomb that %s is stopped', (_, writing) => {
  const archive = archiveOf({ 'a.xml': Buffer.alloc(100 * LIMIT, 'a') }, writing);
  expect(archive.length).toBeLessThan(LIMIT);
  const budget = { bytes: LIMIT };
  expect(() => read(archive, 'a.xml', budget)).toThrow(TooLargeError);
  // It is stopped at the first piece too many, not at its end.
  expect(budget.bytes).toBeGreaterThan(-50 * LIMIT);
});

test('the files of an archive share the budget', () => {
  const half = Buffer.alloc(0.6 * LIMIT, 'a');
  const archive = archiveOf({ 'a.xml': half, 'b.xml': half });
  const budget = { bytes: LIMIT };
  expect(read(archive, 'a.xml', budget)?.length).toBe(0.6 * LIMIT);
  expect(() => read(archive, 'b.xml', budget)).toThrow(TooLargeError);
});

test('what is cut, broken or packed in an unknown way is not read', () => {
  const archive = archiveOf(FILES);
  const changed = (at: number, value: number) => Buffer.from(archive).fill(value, at, at + 1);
  expect(() => read(archive.slice(0, 45), 'xl/a.xml')).toThrow();
  expect(() => read(archiveOf(FILES, { isStored: true }).slice(0, 45), 'xl/a.xml')).toThrow();
  expect(() => read(changed(38, 0xff), 'xl/a.xml')).toThrow();
  expect(() => read(changed(8, 12), 'xl/a.xml')).toThrow();
  expect(read(new TextEncoder().encode('PK\u0003\u0004 nada'), 'xl/a.xml')).toBeUndefined();
});
