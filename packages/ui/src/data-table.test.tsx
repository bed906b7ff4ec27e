import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { type Column, type ColumnSort, DataTable } from './data-table.tsx';

interface Customer {
  id: string;
  name: string;
  spent: number;
}

const ANA = { id: 'a', name: 'Ana', spent: 30 };
const BIA = { id: 'b', name: 'Bia', spent: 10 };
const LONG = {
  id: 'c',
  name: `Maria Aparecida ${'de Albuquerque '.repeat(12)}Cavalcanti e Silva`,
  spent: 20,
};

const COLUMNS: Column<Customer>[] = [
  { header: 'Cliente', cell: ({ name }) => name },
  { header: 'Total gasto', align: 'end', cell: ({ spent }) => `R$ ${spent},00` },
];

function mount(rows: readonly Customer[]) {
  render(<DataTable caption="Clientes" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />);
  return screen.getByRole('table', { name: 'Clientes' });
}

const scopeOf = (header: HTMLElement) => [header.textContent, header.getAttribute('scope')];

describe('what a screen reader is told', () => {
  it('the table says what it lists, each column what its numbers are', () => {
    const table = mount([ANA, BIA]);
    expect(within(table).getAllByRole('columnheader').map(scopeOf)).toEqual([
      ['Cliente', 'col'],
      ['Total gasto', 'col'],
    ]);
  });

  it('each row is named by its first cell, and the others are its numbers', () => {
    const table = mount([ANA, BIA]);
    expect(within(table).getAllByRole('rowheader').map(scopeOf)).toEqual([
      ['Ana', 'row'],
      ['Bia', 'row'],
    ]);
    const [, ana] = within(table).getAllByRole('row');
    expect(
      within(ana as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['R$ 30,00']);
  });

  it('a phone, which shows no headers, says beside each number what it is', () => {
    const cells = within(mount([ANA])).getAllByRole('cell');
    expect(cells.map((cell) => cell.dataset.label)).toEqual(['Total gasto']);
  });

  it('a long name is there to its last letter', () => {
    expect(within(mount([LONG])).getByRole('rowheader', { name: LONG.name }).textContent).toBe(LONG.name);
  });

  it('a table without rows still says what it would list', () => {
    const table = mount([]);
    expect(within(table).getAllByRole('row')).toHaveLength(1);
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
  });
});

/** Sorted by the chosen column, with a note to write in each row. */
function Ranking() {
  const [{ by, order }, setSort] = useState<{ by: 'name' | 'spent'; order: ColumnSort['order'] }>({
    by: 'spent',
    order: 'descending',
  });
  const sortBy = (column: 'name' | 'spent'): ColumnSort => ({
    order: column === by ? order : 'none',
    onSort: () =>
      setSort({ by: column, order: column === by && order === 'ascending' ? 'descending' : 'ascending' }),
  });
  const sign = order === 'ascending' ? 1 : -1;
  const rows = [ANA, BIA, LONG].toSorted((a, b) => sign * (a[by] < b[by] ? -1 : 1));
  const columns: Column<Customer>[] = [
    { header: 'Cliente', cell: ({ name }) => name, sort: sortBy('name') },
    { header: 'Total gasto', cell: ({ spent }) => spent, sort: sortBy('spent') },
    { header: 'Nota', cell: ({ name }) => <input aria-label={`Nota de ${name}`} /> },
  ];
  return <DataTable caption="Clientes" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

describe('ordering', () => {
  const orders = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'));
  const names = () => screen.getAllByRole('rowheader').map((header) => header.textContent);

  it('a column says how it is ordered, and one that cannot be ordered says nothing', () => {
    render(<Ranking />);
    expect(orders()).toEqual(['none', 'descending', null]);
    expect(names()).toEqual(['Ana', LONG.name, 'Bia']);
  });

  it('the headers are buttons: reached with Tab, pressed with Enter or space', async () => {
    const user = userEvent.setup();
    render(<Ranking />);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cliente' }));
    await user.keyboard('{Enter}');
    expect(orders()).toEqual(['ascending', 'none', null]);
    expect(names()).toEqual(['Ana', 'Bia', LONG.name]);
    await user.keyboard(' ');
    expect(orders()).toEqual(['descending', 'none', null]);
    expect(names()).toEqual([LONG.name, 'Bia', 'Ana']);
  });

  it('the button that orders keeps the focus', async () => {
    const user = userEvent.setup();
    render(<Ranking />);
    await user.click(screen.getByRole('button', { name: 'Total gasto' }));
    expect(names()).toEqual(['Bia', LONG.name, 'Ana']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Total gasto' }));
  });

  it('what was written in a row moves with its row', async () => {
    const user = userEvent.setup();
    render(<Ranking />);
    await user.type(screen.getByLabelText('Nota de Ana'), 'liga amanhã');
    await user.click(screen.getByRole('button', { name: 'Total gasto' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nota de Ana').value).toBe('liga amanhã');
    expect(screen.getByLabelText<HTMLInputElement>('Nota de Bia').value).toBe('');
  });
});
