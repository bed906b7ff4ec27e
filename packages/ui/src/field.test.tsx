import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { FieldText } from './field.tsx';
import { MoneyField } from './money-field.tsx';
import { PasswordField } from './password-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

const OPTIONS = [{ value: 'owner', label: 'Proprietário' }];
const FIELDS: [string, (text: FieldText) => ReactElement][] = [
  ['text', (text) => <TextField {...text} />],
  ['password', (text) => <PasswordField {...text} />],
  ['money', (text) => <MoneyField {...text} value={0} onChange={() => {}} />],
  ['phone', (text) => <PhoneField {...text} value="" onChange={() => {}} />],
  ['select', (text) => <SelectField {...text} options={OPTIONS} />],
];

/** The texts that a screen reader adds to a control's name. */
function descriptionsOf(control: HTMLElement) {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
}

describe.each(FIELDS)('a %s field', (_, field) => {
  it('is named by its label, and a click on the label leads into it', async () => {
    render(field({ label: 'Campo' }));
    await userEvent.click(screen.getByText('Campo'));
    expect(document.activeElement).toBe(screen.getByLabelText('Campo'));
  });

  it('is valid, optional and without a description unless it is told otherwise', () => {
    render(field({ label: 'Campo' }));
    const control = screen.getByLabelText('Campo');
    expect(
      ['aria-invalid', 'aria-required', 'aria-describedby'].map((name) => control.getAttribute(name)),
    ).toEqual([null, null, null]);
  });

  it('says that it is required', () => {
    render(field({ label: 'Campo', required: true }));
    expect(screen.getByLabelText('Campo').getAttribute('aria-required')).toBe('true');
  });

  it('is read with its error and its hint while it is wrong, and with its hint once it is right', () => {
    const { rerender } = render(field({ label: 'Campo', hint: 'Uma dica', error: 'Está errado' }));
    const control = screen.getByLabelText('Campo');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(descriptionsOf(control)).toEqual(['Uma dica', 'Está errado']);
    rerender(field({ label: 'Campo', hint: 'Uma dica' }));
    expect(control.getAttribute('aria-invalid')).toBeNull();
    expect(descriptionsOf(control)).toEqual(['Uma dica']);
  });
});

it('fields of the same label on one screen keep their own errors', () => {
  render(
    <>
      <TextField label="Nome" error="O primeiro falta" />
      <TextField label="Nome" error="O segundo falta" />
    </>,
  );
  expect(screen.getAllByLabelText('Nome').map(descriptionsOf)).toEqual([
    ['O primeiro falta'],
    ['O segundo falta'],
  ]);
});

it('a password is hidden until its button shows it, and the button says what it will do', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Senha" />);
  const input = screen.getByLabelText<HTMLInputElement>('Senha');
  await user.type(input, 'segredo');
  expect(input.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect([input.type, input.value]).toEqual(['text', 'segredo']);
  await user.click(screen.getByRole('button', { name: 'Ocultar senha' }));
  expect(input.type).toBe('password');
});
