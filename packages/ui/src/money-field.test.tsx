import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { MoneyField, type MoneyFieldProps } from './money-field.tsx';

/** The field in a form that keeps its centavos, which the form shows as a bare number. */
function Form({ value = 0, ...field }: Partial<MoneyFieldProps>) {
  const [cents, setCents] = useState(value);
  return (
    <>
      <MoneyField label="Valor" {...field} value={cents} onChange={setCents} />
      <output>{cents}</output>
    </>
  );
}

function mount(field: Partial<MoneyFieldProps> = {}) {
  const user = userEvent.setup();
  render(<Form {...field} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Valor' });
  return {
    user,
    input,
    /** Clicks where so many characters stand to the left of the caret. */
    clickAt: (offset: number) => user.pointer({ target: input, offset, keys: '[MouseLeft]' }),
    /** The displayed text, and the form's centavos. */
    read: () => [input.value.replace('\u00a0', ' '), Number(screen.getByRole('status').textContent)],
  };
}

describe('typing', () => {
  it('digits fill the centavos from the right, as on a card terminal', async () => {
    const { user, input, read } = mount();
    const seen: unknown[] = [];
    for (const digit of '123456789') {
      await user.type(input, digit);
      seen.push(read());
    }
    expect(seen).toEqual([
      ['R$ 0,01', 1],
      ['R$ 0,12', 12],
      ['R$ 1,23', 123],
      ['R$ 12,34', 1_234],
      ['R$ 123,45', 12_345],
      ['R$ 1.234,56', 123_456],
      ['R$ 12.345,67', 1_234_567],
      ['R$ 123.456,78', 12_345_678],
      ['R$ 1.234.567,89', 123_456_789],
    ]);
  });

  it('a separator or a letter changes nothing', async () => {
    const { user, input, read } = mount();
    await user.type(input, 'R$ 1.2a3,45-');
    expect(read()).toEqual(['R$ 123,45', 12_345]);
  });

  it('a digit goes where the caret is, and the caret stays behind it', async () => {
    const { user, clickAt, read } = mount({ value: 123_456 });
    await clickAt('R$ 1'.length);
    await user.keyboard('9');
    expect(read()).toEqual(['R$ 19.234,56', 1_923_456]);
    await user.keyboard('8');
    expect(read()).toEqual(['R$ 198.234,56', 19_823_456]);
  });

  it('a click on the symbol types at the end, not before the amount', async () => {
    const { user, clickAt, read } = mount({ value: 100 });
    await clickAt(0);
    await user.keyboard('5');
    expect(read()).toEqual(['R$ 10,05', 1_005]);
  });

  it('a digit that would lead above the largest amount is ignored', async () => {
    const { user, input, read } = mount({ maxCents: 50_000 });
    await user.type(input, '500001');
    expect(read()).toEqual(['R$ 500,00', 50_000]);
  });
});

describe('deleting', () => {
  it('Backspace takes the last digit, and an amount that is gone leaves the field empty', async () => {
    const { user, input, read } = mount({ value: 123 });
    await user.type(input, '{Backspace}');
    expect(read()).toEqual(['R$ 0,12', 12]);
    await user.keyboard('{Backspace}{Backspace}');
    expect(read()).toEqual(['', 0]);
  });

  it('Backspace on a separator takes the digit before it', async () => {
    const { user, clickAt, read } = mount({ value: 123_456 });
    await clickAt('R$ 1.234,'.length);
    await user.keyboard('{Backspace}');
    expect(read()).toEqual(['R$ 123,56', 12_356]);
    await user.keyboard('{Backspace}');
    expect(read()).toEqual(['R$ 12,56', 1_256]);
  });

  it('Delete on a separator takes the digit after it', async () => {
    const { user, clickAt, read } = mount({ value: 123_456 });
    await clickAt('R$ 1'.length);
    await user.keyboard('{Delete}');
    expect(read()).toEqual(['R$ 134,56', 13_456]);
  });

  it('an amount that is selected whole is replaced by what is typed', async () => {
    const { user, input, read } = mount({ value: 123_456 });
    await user.tripleClick(input);
    await user.keyboard('7');
    expect(read()).toEqual(['R$ 0,07', 7]);
  });
});

describe('pasting', () => {
  it.each([
    ['1.234,56', 123_456],
    ['R$ 1.234,56', 123_456],
    ['R$\u00a01.234.567,89', 123_456_789],
    [' 1234,5 ', 123_450],
    ['1234.56', 123_456],
    ['12', 1_200],
  ])('"%s" is the amount it says, wherever the caret is', async (text, cents) => {
    const { user, clickAt, read } = mount({ value: 999 });
    await clickAt('R$ 9'.length);
    await user.paste(text);
    expect(read()[1]).toBe(cents);
  });

  it('text that is no amount changes nothing', async () => {
    const { user, input, read } = mount({ value: 999 });
    await user.click(input);
    await user.paste('obrigado');
    expect(read()).toEqual(['R$ 9,99', 999]);
  });

  it('an amount above the largest changes nothing', async () => {
    const { user, input, read } = mount({ value: 999, maxCents: 50_000 });
    await user.click(input);
    await user.paste('500,01');
    expect(read()).toEqual(['R$ 9,99', 999]);
  });

  it('a field that may only be read takes no paste', async () => {
    const { user, input, read } = mount({ value: 999, readOnly: true });
    await user.click(input);
    await user.paste('1.234,56');
    expect(read()).toEqual(['R$ 9,99', 999]);
  });
});

it('a phone offers its number keys', () => {
  expect(mount().input.inputMode).toBe('numeric');
});
