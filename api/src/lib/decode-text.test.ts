import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const SENTENCE = 'João “Zé” da Conceição – R$ 10,00 ou € 2';

test('UTF-8 with and without its mark, and UTF-16 with one', () => {
  expect(decodeText(Buffer.from(SENTENCE))).toBe(SENTENCE);
  expect(decodeText(Buffer.from(`\ufeff${SENTENCE}`))).toBe(SENTENCE);
  expect(decodeText(Buffer.from(`\ufeff${SENTENCE}`, 'utf16le'))).toBe(SENTENCE);
});

test('Windows-1252, its quotation marks, dashes and euro sign too', () => {
  const bytes = [0x4a, 0x6f, 0xe3, 0x6f, 0x20, 0x93, 0x5a, 0xe9, 0x94, 0x20, 0x96, 0x20, 0x80];
  expect(decodeText(Uint8Array.from(bytes))).toBe('João “Zé” – €');
});
