import { findPage } from './pages.ts';

/** Screens below a page, by address: the part of the title before the page's own. */
const BELOW = new Map([
  ['/alerts/settings', 'Limites'],
  ['/customers/data-requests', 'Pedidos de dados'],
  ['/reports/customers', 'Clientes'],
  ['/reports/team', 'Equipe'],
  ['/reports/cashback', 'Cashback'],
]);

/** Tabs that stand in the address as '?aba=', by page; the first is open where none is named. */
const TABS = new Map([
  [
    '/settings',
    new Map([
      ['perfil', 'Meu Perfil'],
      ['geral', 'Geral'],
      ['cashback', 'Cashback'],
      ['link', 'Link de Cadastro'],
      ['marketing', 'Marketing'],
    ]),
  ],
  [
    '/integrations',
    new Map([
      ['mailchimp', 'Mailchimp'],
      ['rd_station', 'RD Station'],
      ['webhooks', 'Webhooks'],
      ['api', 'API'],
      ['logs', 'Logs'],
    ]),
  ],
]);

/**
 * The title of a screen as its address tells it: 'Equipe · Relatórios', 'Geral · Configurações', 'Cashback'.
 * What only the screen knows, a customer's name, it puts there itself.
 */
export function screenTitle({ pathname, search }: { pathname: string; search: string }): string {
  const path = pathname.replace(/\/$/, '').toLowerCase();
  const page = findPage(path);
  if (!page) return 'Painel';
  const tabs = TABS.get(page.path);
  const tab = tabs?.get(new URLSearchParams(search).get('aba') ?? '') ?? tabs?.values().next().value;
  const part = BELOW.get(path) ?? tab;
  return part === undefined ? page.label : `${part} · ${page.label}`;
}
