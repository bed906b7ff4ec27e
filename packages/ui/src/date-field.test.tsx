import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { DateField, type DateFieldProps } from './date-field.tsx';

/** The field in a form that keeps its value, which the form shows. */
function Form({ value = '', ...field }: Partial<DateFieldProps>) {
  const [day, setDay] = useState(value);
  return (
    <>
      <DateField label="Data" {...field} value={day} onChange={setDay} />
      <output>{day}</output>
    </>
  );
}

function mount(field: Partial<DateFieldProps> = {}) {
  const user = userEvent.setup();
  render(<Form {...field} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Data' });
  return { user, input, read: () => [input.value, screen.getByRole('status').textContent] };
}

describe('typing', () => {
  it('digits become day, month and year; the value is a day once they are all there', async () => {
    const { user, input, read } = mount();
    const seen: unknown[] = [];
    for (const digit of '21032026') {
      await user.type(input, digit);
      seen.push(input.value);
    }
    expect(seen).toEqual(['2', '21', '21/0', '21/03', '21/03/2', '21/03/20', '21/03/202', '21/03/2026']);
    expect(read()).toEqual(['21/03/2026', '2026-03-21']);
  });

  it('a separator ends a day or a month of one digit', async () => {
    const { user, input, read } = mount();
    await user.type(input, '1/3/2026');
    expect(read()).toEqual(['01/03/2026', '2026-03-01']);
  });

  it('a day that does not exist stays as it was typed, for the form to say so', async () => {
    const { user, input, read } = mount();
    await user.type(input, '31/02/2026x9');
    expect(read()).toEqual(['31/02/2026', '2026-02-31']);
  });

  it('what is not yet a day is the value as it stands, and can be deleted to the end', async () => {
    const { user, input, read } = mount({ value: '2026-03-21' });
    expect(read()).toEqual(['21/03/2026', '2026-03-21']);
    await user.type(input, '{Backspace}');
    expect(read()).toEqual(['21/03/202', '21/03/202']);
    await user.type(input, '{Backspace>9}');
    expect(read()).toEqual(['', '']);
  });
});

it.each([
  ['2026-03-21', '21/03/2026'],
  ['21.3.2026', '21/03/2026'],
  [' 21/03/2026 ', '21/03/2026'],
  ['21032026', '21/03/2026'],
])('%j pasted is read as %s', async (pasted, shown) => {
  const { user, input } = mount();
  await user.click(input);
  await user.paste(pasted);
  expect(input.value).toBe(shown);
});

it('what a browser or a script fills in is read the same way', () => {
  const { input, read } = mount();
  fireEvent.input(input, { target: { value: '2026-03-21' } });
  expect(read()).toEqual(['21/03/2026', '2026-03-21']);
});

it('a field that is being sent opens no calendar', () => {
  mount({ readOnly: true });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Abrir calendário: data' }).disabled).toBe(
    true,
  );
});
