import { ROLES } from 'domain/roles';
import { expect, test } from 'vitest';
import { destinationsFor, findDestinations } from './destinations.ts';

const destinationsOf = (role: string, hideReports = false) =>
  destinationsFor({ employee: { role }, merchant: { hideReports } });
const owner = destinationsOf('owner');
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
  const employee = destinationsOf('employee').map(({ label }) => label);
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
  const counts = ROLES.map((role) => destinationsOf(role).length);
  expect(counts).toEqual([...counts].sort((one, two) => two - one));
});

test('hidden reports are found by managers and above only, the dashboard by everyone', () => {
  const reports = [
    'Relatórios',
    'Segmentos e retorno de clientes',
    'Números por funcionário',
    'Cashback a pagar',
  ];
  for (const role of ROLES) {
    const labels = destinationsOf(role, true).map(({ label }) => label);
    const isAbove = ['owner', 'admin', 'manager'].includes(role);
    expect(labels, role).toContain('Dashboard');
    for (const report of reports) expect(labels.includes(report), `${role}: ${report}`).toBe(isAbove);
    expect(destinationsOf(role).map(({ label }) => label)).toEqual(expect.arrayContaining(reports));
  }
});
