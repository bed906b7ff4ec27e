import { expect, test } from 'vitest';
import { screenTitle } from './screen-title.ts';

test.each([
  ['/dashboard', '', 'Dashboard'],
  ['/reports', '?de=2026-03-01&ate=2026-03-31', 'Relatórios'],
  ['/reports/team', '', 'Equipe · Relatórios'],
  ['/reports/team/', '', 'Equipe · Relatórios'],
  ['/reports/cashback', '', 'Cashback · Relatórios'],
  ['/settings', '', 'Meu Perfil · Configurações'],
  ['/settings', '?aba=link', 'Link de Cadastro · Configurações'],
  ['/settings', '?aba=constructor', 'Meu Perfil · Configurações'],
  ['/integrations', '?aba=logs', 'Logs · Integrações'],
  ['/customers/0f8fad5b', '', 'Clientes'],
  ['/customers/data-requests', '', 'Pedidos de dados · Clientes'],
  ['/alerts/settings', '', 'Limites · Alertas'],
  ['/nowhere', '', 'Painel'],
])('%s%s is titled %s', (pathname, search, title) => {
  expect(screenTitle({ pathname, search })).toBe(title);
});
