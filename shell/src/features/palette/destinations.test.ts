import { ROLES } from 'domain/roles';
import { expect, test } from 'vitest';
import { destinationsFor, findDestinations } from './destinations.ts';

const owner = destinationsFor('owner');
const find = (search: string, destinations = owner) =>
  findDestinations(destinations, search).map(({ label }) => label);

test.each([
  ['configuracoes', 'Configurações'],
  ['CONFIGURAÇÕES', 'Configurações'],
  ['relatorio', 'Exportar relatório'],
  ['func', 'Funcionários'],
  ['adicionar func', 'Adicionar funcionário'],
  ['senha', 'Meu Perfil'],
  ['pixel', 'Marketing'],
  ['dominio', 'Link de Cadastro'],
  ['auditoria', 'Auditoria'],
  ['teclas', 'Atalhos do teclado'],
  ['perdidos', 'Segmentos e retorno de clientes'],
  ['equipe', 'Números por funcionário'],
  ['comecar', 'Primeiros passos'],
  ['vencimento', 'Cashback a pagar'],
])('%s finds %s', (search, label) => {
  expect(find(search)).toContain(label);
});

test('every word has to fit, at a word’s beginning; the label comes before its other names', () => {
  expect(find('xyz')).toEqual([]);
  expect(find('relatorio xyz')).toEqual([]);
  expect(find('uncionarios')).toEqual([]);
  expect(find('cashback')[0]).toBe('Gerar cashback');
  expect(find('')).toHaveLength(owner.length);
});

test('each is there once, and for a role only what it may do', () => {
  expect(new Set(owner.map(({ id }) => id)).size).toBe(owner.length);
  const employee = destinationsFor('employee').map(({ label }) => label);
  expect(employee).toEqual(expect.arrayContaining(['Gerar cashback', 'Dashboard', 'Meu Perfil']));
  for (const closed of [
    'Auditoria',
    'Funcionários',
    'Integrações',
    'Geral',
    'Marketing',
    'Primeiros passos',
    'Adicionar funcionário',
    'Exportar clientes',
  ])
    expect(employee).not.toContain(closed);
  const counts = ROLES.map((role) => destinationsFor(role).length);
  expect(counts).toEqual([...counts].sort((one, two) => two - one));
});
