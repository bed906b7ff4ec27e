import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatCents } from 'domain/money';
import { describe, expect, it } from 'vitest';
import { AmountsCard } from './amounts-card.tsx';
import type { Course } from './chart-card.tsx';
import { chartPoints, type Grouping } from './chart-points.ts';
import { TransactionsCard } from './transactions-card.tsx';
import type { ChartsState } from './use-charts.ts';

const DAYS = [
  {
    day: '2026-02-27',
    transactions: 3,
    revenueCents: 123_456_789,
    cashbackCents: 6_172_839,
    redeemedCents: 0,
  },
  { day: '2026-02-28', transactions: 0, revenueCents: 0, cashbackCents: 0, redeemedCents: 1 },
  { day: '2026-03-01', transactions: 1_234, revenueCents: 99, cashbackCents: 5, redeemedCents: 2_500 },
];
const REVENUE = 123_456_789 + 99;
const CASHBACK = 6_172_839 + 5;
const REDEEMED = 1 + 2_500;

const FAILED: ChartsState = { status: 'failed', retry: () => {}, isRetrying: false };

function courseOf(grouping: Grouping, charts: ChartsState = { status: 'loading' }): Course {
  return { points: chartPoints(DAYS, grouping, '2026-03-01'), charts };
}

/** Each row of the table that is shown, cell by cell, as it is read. */
function readTable(): (string | undefined)[][] {
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}

async function showTable() {
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabela' }));
}

describe('the table of a chart', () => {
  it('has the amounts of each day to the centavo, and their total', async () => {
    render(<AmountsCard grouping="day" course={courseOf('day')} />);
    await showTable();
    expect(readTable()).toEqual([
      ['Dia', 'Receita', 'Cashback', 'Resgates'],
      ['27/02/2026', formatCents(123_456_789), formatCents(6_172_839), formatCents(0)],
      ['28/02/2026', formatCents(0), formatCents(0), formatCents(1)],
      ['01/03/2026', formatCents(99), formatCents(5), formatCents(2_500)],
      ['Total', formatCents(REVENUE), formatCents(CASHBACK), formatCents(REDEEMED)],
    ]);
    expect(formatCents(REVENUE)).toBe('R$\u00a01.234.568,88');
  });

  it('by months has the sums of their days, and the same total', async () => {
    render(<AmountsCard grouping="month" course={courseOf('month')} />);
    await showTable();
    expect(readTable()).toEqual([
      ['Mês', 'Receita', 'Cashback', 'Resgates'],
      ['27/02/2026 a 28/02/2026', formatCents(123_456_789), formatCents(6_172_839), formatCents(1)],
      ['dom., 01/03/2026', formatCents(99), formatCents(5), formatCents(2_500)],
      ['Total', formatCents(REVENUE), formatCents(CASHBACK), formatCents(REDEEMED)],
    ]);
  });

  it('has how many purchases each day had', async () => {
    render(<TransactionsCard grouping="day" course={courseOf('day')} />);
    await showTable();
    expect(readTable()).toEqual([
      ['Dia', 'Transações'],
      ['27/02/2026', '3'],
      ['28/02/2026', '0'],
      ['01/03/2026', '1.234'],
      ['Total', '1.237'],
    ]);
  });

  it('is named as its chart is, and can be scrolled with the keyboard', async () => {
    render(<TransactionsCard grouping="day" course={courseOf('day')} />);
    await showTable();
    expect(screen.getByRole('table', { name: 'Transações por dia' })).toBeTruthy();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Transações por dia: tabela' }));
  });

  it('is there where the drawing could not be loaded', async () => {
    render(<TransactionsCard grouping="day" course={courseOf('day', FAILED)} />);
    expect(screen.getByRole('alert').textContent).toContain('Os números estão na tabela.');
    await showTable();
    expect(readTable().at(-1)).toEqual(['Total', '1.237']);
  });

  it('gives way to the chart again, and the focus stays on the button', async () => {
    render(<TransactionsCard grouping="day" course={courseOf('day')} />);
    await showTable();
    const back = screen.getByRole('button', { name: 'Ver como gráfico' });
    expect(document.activeElement).toBe(back);
    await userEvent.click(back);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Carregando gráfico: Transações por dia');
  });

  it('cannot be asked for before there are numbers', () => {
    render(<TransactionsCard grouping="day" />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver como tabela' }).disabled).toBe(true);
  });
});

describe('a drawn chart', () => {
  it('is described by the same totals as its table', async () => {
    const charts = await import('./charts/charts.tsx');
    render(<AmountsCard grouping="day" course={courseOf('day', { status: 'here', charts })} />);
    const summary = screen.getByText(/^De 27\/02\/2026 a 01\/03\/2026\./).textContent;
    for (const cents of [REVENUE, CASHBACK, REDEEMED])
      expect(summary).toContain(`${formatCents(cents)} no total`);
  });

  it('hides a line whose name is pressed, and always keeps one', async () => {
    const user = userEvent.setup();
    render(<AmountsCard grouping="day" course={courseOf('day')} />);
    const line = (name: string) => screen.getByRole('button', { name });
    const shown = () =>
      ['Receita', 'Cashback', 'Resgates'].filter(
        (name) => line(name).getAttribute('aria-pressed') === 'true',
      );
    await user.click(line('Receita'));
    expect(shown()).toEqual(['Cashback', 'Resgates']);
    await user.click(line('Resgates'));
    expect(line('Cashback').getAttribute('aria-disabled')).toBe('true');
    await user.click(line('Cashback'));
    expect(shown()).toEqual(['Cashback']);
    await user.click(line('Receita'));
    expect(shown()).toEqual(['Receita', 'Cashback']);
  });

  it('with a hidden line has its numbers in the table still', async () => {
    render(<AmountsCard grouping="day" course={courseOf('day')} />);
    await userEvent.click(screen.getByRole('button', { name: 'Receita' }));
    await showTable();
    expect(readTable()[0]).toEqual(['Dia', 'Receita', 'Cashback', 'Resgates']);
  });
});
