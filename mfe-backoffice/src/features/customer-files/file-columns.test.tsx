import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { FileColumns } from './file-columns.tsx';

type Props = ComponentProps<typeof FileColumns>;

const COLUMNS: Props['columns'] = [
  { heading: 'Fone 1', samples: ['11987650001', '11987650002'], meaning: 'phone' },
  { heading: 'CPF', samples: ['123'], meaning: 'ignored' },
  { heading: 'Vazia', samples: [], meaning: 'ignored' },
  { heading: 'Crédito', samples: ['2,50'], meaning: 'asked' },
];
const NOTES = { roundedCount: 0, hiddenCount: 0, sheet: undefined };
const FILE = { name: 'a.csv', size: 1, modifiedAt: 0, content: new Blob(), ...NOTES, answers: {} };

function propsOf(columns = COLUMNS, answers: Props['file']['answers'] = {}) {
  const answer = vi.fn<Props['flow']['answer']>();
  const flow: Props['flow'] = { checking: undefined, isImporting: false, answer };
  return { columns, file: { ...FILE, answers }, flow, answer };
}

const show = ({ columns, file, flow }: Props) => <FileColumns {...{ columns, file, flow }} />;
const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);
const optionsOf = (name: string) => [...select(name).options].map(({ text }) => text);
const isOpen = () => screen.getByRole('group', { name: 'Colunas do arquivo' }).closest('details')?.open;

it('a column to be said is marked, and what is said goes with all others', async () => {
  const props = propsOf();
  render(show(props));
  expect(screen.getByText('Escolha o que há em cada coluna que parece ter dinheiro.')).toBeTruthy();
  expect([isOpen(), optionsOf('Crédito')[0], optionsOf('Fone 1')[0]]).toEqual([true, 'Escolha', 'Telefone']);
  expect(select('Crédito').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('11987650001 · 11987650002')).toBeTruthy();
  expect(screen.queryByLabelText('Vazia')).toBeNull();
  await userEvent.selectOptions(select('Crédito'), 'Saldo inicial');
  expect(props.answer.mock.calls).toEqual([[{ columns: ['phone', 'ignored', 'ignored', 'balance'] }, true]]);
});

it('once nothing is left to say the list stays unfolded; what is ignored is named', () => {
  const { rerender } = render(show(propsOf()));
  const said = COLUMNS.map((column) =>
    column.meaning === 'asked' ? { ...column, meaning: 'ignored' as const } : column,
  );
  rerender(show(propsOf(said)));
  expect(isOpen()).toBe(true);
  expect(screen.getByText('Ignoradas: CPF, Crédito')).toBeTruthy();
  expect(screen.getByText('Colunas do arquivo: 1 lida, 2 ignoradas')).toBeTruthy();
});

it('a field stays when its column is ignored and has no values', () => {
  const [phone] = COLUMNS.slice(0, 1);
  const saldo = { heading: 'Saldo', samples: [], meaning: 'balance' as const };
  const { rerender } = render(show(propsOf(phone && [phone, saldo])));
  rerender(show(propsOf(phone && [phone, { ...saldo, meaning: 'ignored' }])));
  expect(select('Saldo').value).toBe('ignored');
});

it('a file that asks nothing has its list folded', () => {
  render(show(propsOf(COLUMNS.slice(0, 2))));
  expect(isOpen()).toBe(false);
});

it('an answer that is being checked is shown, and the next is added to it', async () => {
  const props = propsOf();
  const columns = ['phone', 'name', 'ignored', 'asked'] as const;
  render(
    show({
      ...props,
      flow: { ...props.flow, checking: { name: 'a.csv', answers: { columns: [...columns] } } },
    }),
  );
  expect(select('CPF').value).toBe('name');
  await userEvent.selectOptions(select('Crédito'), 'Ignorar');
  expect(props.answer.mock.calls[0]?.[0]).toEqual({ columns: ['phone', 'name', 'ignored', 'ignored'] });
});
