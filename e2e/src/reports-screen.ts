import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';

/** The card with a chart: 'Transações por dia'. */
export const chartCard = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true });

export const AMOUNTS = 'Receita, cashback e resgates por dia';
export const TRANSACTIONS = 'Transações por dia';

/** The drawing itself, which takes the focus. */
export const drawing = (card: Locator) => card.getByRole('application');

/** The lines that are drawn, in the order of the legend. */
export const lines = (card: Locator) => card.locator('path.recharts-line-curve');

/** A value on the screen, by its label. */
export function valueUnder(page: Page, name: string): Locator {
  return page
    .locator('dl > div, dl')
    .filter({ has: page.locator(':scope > dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')
    .first();
}

/** '123456' → /R\$\s1\.234,56/, as it stands on the screen. */
export function reais(cents: number): RegExp {
  const text = (Math.abs(cents) / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
  return new RegExp(`^${cents < 0 ? '-' : ''}R\\$\\s${text.replaceAll('.', '\\.')}$`);
}

/** The files that draw charts, by the list the build leaves. */
export function chartFiles(): string[] {
  const list = new URL('../../mfe-analytics/dist/chunks.json', import.meta.url);
  const chunks = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>;
  return (chunks['./charts/charts.tsx'] ?? []).filter((file) => file.endsWith('.js'));
}

/** A route that matches them. */
export function chartFilesRoute(): RegExp {
  return new RegExp(
    `/(?:${chartFiles()
      .map((file) => file.replaceAll('.', '\\.'))
      .join('|')})$`,
  );
}
