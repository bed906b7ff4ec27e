import { expect, test } from 'vitest';
import { counted, importRows, importValidLabel, saveRefusedLabel } from './import-labels.ts';

test('one is one, and thousands have their point', () => {
  expect(counted(1, 'cliente', 'clientes')).toBe('1 cliente');
  expect(counted(10_000, 'cliente', 'clientes')).toBe('10.000 clientes');
});

test('the buttons name how many lines they take', () => {
  expect([importValidLabel(1), importValidLabel(1_798)]).toEqual([
    'Importar a linha válida',
    'Importar as 1.798 válidas',
  ]);
  expect([saveRefusedLabel(1), saveRefusedLabel(2)]).toEqual([
    'Baixar a linha recusada',
    'Baixar as 2 recusadas',
  ]);
});

test('only what there is, is said', () => {
  const none = { knownCount: 0, creditCount: 0, creditCents: 0, completedCount: 0, refusedCount: 0 };
  expect(importRows({ ...none, newCount: 2 })).toEqual([{ label: 'Clientes novos', value: '2' }]);
  const all = {
    newCount: 1_200,
    knownCount: 3,
    completedCount: 1,
    creditCount: 2,
    creditCents: 123_456_789,
    refusedCount: 4,
  };
  expect(importRows(all).map(({ label, value }) => [label, value])).toEqual([
    ['Clientes novos', '1.200'],
    ['Já são clientes', '3'],
    ['Cadastros completados', '1'],
    ['Com saldo inicial', '2'],
    ['Soma dos saldos', 'R$\u00a01.234.567,89'],
    ['Linhas recusadas', '4'],
  ]);
});
