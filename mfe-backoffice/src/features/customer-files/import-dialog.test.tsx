import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomerImportPreview } from 'api/contract';
import { RemoteHostProvider } from 'federation/remote-host';
import { notify } from 'ui/notify';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '../../lib/api-provider.tsx';
import { ImportDialog } from './import-dialog.tsx';

const PREVIEW: CustomerImportPreview = {
  ...{ newCount: 1, knownCount: 0, creditCount: 0, creditCents: 0, errorCount: 2 },
  customers: [],
  errors: [
    { line: 2, column: 'Telefone', message: 'Falta um dígito? Celulares têm 11' },
    { line: 4, column: 'Telefone', message: 'Esse DDD não existe' },
  ],
  ...{ validCount: 1, refusedCount: 2, checkedAt: '2026-11-29T12:00:00.000Z' },
  doubtedPhones: {
    ...{ shortCount: 1, otherCount: 5 },
    examples: [
      { line: 2, phone: '1187654321', whole: '11987654321', message: 'Falta um dígito? Celulares têm 11' },
      { line: 4, phone: '23987654321', message: 'Esse DDD não existe' },
    ],
  },
};
const ADD = 'Acrescentar o 9 a 1 celular com dez dígitos';

/** What the page asks for, and the answers that are still to come. */
const asked: { path: string; answer: (preview: Partial<CustomerImportPreview>) => Promise<void> }[] = [];

async function mount() {
  vi.spyOn(window, 'fetch').mockImplementation(
    (path) =>
      new Promise((resolve) => {
        const answer = (preview: object) =>
          act(async () => resolve(Response.json({ ...PREVIEW, ...preview })));
        asked.push({ path: String(path), answer });
      }),
  );
  const host = { session: null, onSessionEnded: () => {}, notify };
  render(
    <RemoteHostProvider host={host}>
      <ApiProvider host={host}>
        <ImportDialog onClose={() => {}} />
      </ApiProvider>
    </RemoteHostProvider>,
  );
  const user = userEvent.setup();
  await user.upload(screen.getByLabelText('Escolher arquivo'), new File(['Telefone'], 'clientes.csv'));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  return user;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Importar/ });
const heading = () => screen.getByRole('heading', { name: 'clientes.csv' });
const queryOf = (at: number) => asked[at]?.path.split('?')[1];

afterEach(() => {
  asked.length = 0;
  vi.restoreAllMocks();
});

it('each kind is listed beside what a tick does to it', async () => {
  await mount();
  await asked[0]?.answer({});
  expect(document.activeElement).toBe(heading());
  expect(box(ADD).parentElement?.textContent).toBe(`${ADD}Linha 2: (11) 8765-4321 → (11) 98765-4321`);
  const all = 'Importar mesmo assim 6 telefones duvidosos';
  expect(box(all).parentElement?.textContent).toBe(
    `${all}Linha 2: (11) 8765-4321. Falta um dígito? Celulares têm 11Linha 4: (23) 98765-4321. ` +
      'Esse DDD não existeE mais 4 telefones',
  );
});

it('a tick asks for the preview by all answers and keeps the focus; nothing is imported meanwhile', async () => {
  const user = await mount();
  await asked[0]?.answer({});
  await user.tab();
  await user.keyboard(' ');
  expect([document.activeElement, box(ADD).checked, confirm().disabled]).toEqual([box(ADD), true, true]);
  expect(queryOf(1)).toBe('addNinthDigit=true');
  const left = 'Importar mesmo assim 5 telefones duvidosos';
  await user.tab();
  await user.keyboard(' ');
  expect(queryOf(2)).toBe('addNinthDigit=true&takeDoubted=true');

  // The later answer is quicker than the one before it.
  await asked[2]?.answer({ validCount: 3, refusedCount: 0, errorCount: 0, errors: [] });
  await asked[1]?.answer({ validCount: 2 });
  expect(confirm().textContent).toBe('Importar 3 clientes');
  expect([document.activeElement, box(left).checked, confirm().disabled]).toEqual([box(left), true, false]);

  await user.keyboard(' ');
  expect(queryOf(3)).toBe('addNinthDigit=true');
  await user.click(confirm());
  expect(asked).toHaveLength(4);
});

it('a tick that could not be asked for is taken back', async () => {
  const user = await mount();
  await asked[0]?.answer({});
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'));
  await user.click(box(ADD));
  await screen.findByRole('alert');
  expect([box(ADD).checked, document.activeElement]).toEqual([false, box(ADD)]);
});

it('a file chosen instead is not overtaken by the answer to a tick', async () => {
  const user = await mount();
  await asked[0]?.answer({});
  await user.click(box(ADD));
  await user.click(screen.getByRole('button', { name: 'Escolher arquivo corrigido' }));
  await asked[1]?.answer({});
  expect(screen.queryByRole('heading', { name: 'clientes.csv' })).toBeNull();
});

it('a choice of the columns waits for the next, and the import says what was seen', async () => {
  const user = await mount();
  const columns = [
    { heading: 'Fone', samples: ['11987650001'], meaning: 'phone' as const },
    { heading: 'Pontos', samples: ['5'], meaning: 'asked' as const },
  ];
  const none = { validCount: 0, errors: [], errorCount: 0 };
  await asked[0]?.answer({ ...none, columns });
  const pauses: (() => void)[] = [];
  const timer = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((run: () => void) => pauses.push(run)) as never);
  for (const value of ['lastName', 'balance'])
    fireEvent.change(screen.getByLabelText('Pontos'), { target: { value } });
  expect([pauses.length, asked.length]).toEqual([2, 1]);
  await act(async () => {
    for (const run of pauses) run();
  });
  timer.mockRestore();
  expect(asked.slice(1).map(({ path }) => path.split('?')[1])).toEqual(['columns=phone%2Cbalance']);
  const said = columns.map((column) =>
    column.meaning === 'asked' ? { ...column, meaning: 'balance' } : column,
  );
  await asked[1]?.answer({ ...none, validCount: 1, refusedCount: 0, columns: said as typeof columns });
  await user.click(confirm());
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(new URLSearchParams(queryOf(2)).get('columns')).toBe('phone,balance');
});

it('what was said about phones is asked again once another column is theirs', async () => {
  const user = await mount();
  const columns = [{ heading: 'Fone', samples: ['1187654321'], meaning: 'phone' as const }];
  await asked[0]?.answer({ columns });
  await user.click(box(ADD));
  await asked[1]?.answer({ columns });
  fireEvent.change(screen.getByLabelText('Fone'), { target: { value: 'name' } });
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect([queryOf(1), queryOf(2)]).toEqual(['addNinthDigit=true', 'columns=name']);
});

it('columns that nobody changed are imported as they were shown', async () => {
  const user = await mount();
  const columns = [{ heading: 'Fone', samples: ['11987650001'], meaning: 'phone' as const }];
  await asked[0]?.answer({ validCount: 1, refusedCount: 1, columns });
  await user.click(confirm());
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.path).toBe('/files/customers/refused-lines?columns=phone');
  await asked[1]?.answer({});
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(new URLSearchParams(queryOf(2)).get('columns')).toBe('phone');
});
