import { expect, test } from 'vitest';
import { formatCnpj, isCnpj } from './cnpj.ts';

test.each([
  ['11.222.333/0001-81', true],
  ['11222333000181', true],
  // Receita Federal's own example of one with letters.
  ['12.ABC.345/01DE-35', true],
  ['12.abc.345/01de-35', true],
  ['11.222.333/0001-82', false],
  ['11.222.333/0001-18', false],
  ['12.ABC.345/01DE-53', false],
  ['00.000.000/0000-00', false],
  ['1122233300018', false],
  ['112223330001811', false],
  ['', false],
])('%s is a CNPJ: %s', (text, expected) => {
  expect(isCnpj(text)).toBe(expected);
});

test('a CNPJ is shown with its punctuation, however it was written', () => {
  expect(formatCnpj('11222333000181')).toBe('11.222.333/0001-81');
  expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
});
