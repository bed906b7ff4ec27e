import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { PhoneField, type PhoneFieldProps, usePhoneDoubt } from './phone-field.tsx';

/** The field in a form that keeps its digits and shows them bare. */
function Form({ value = '', ...field }: Partial<PhoneFieldProps>) {
  const [digits, setDigits] = useState(value);
  return (
    <>
      <PhoneField label="Telefone" {...field} value={digits} onChange={setDigits} />
      <output>{digits}</output>
    </>
  );
}

function mount(field: Partial<PhoneFieldProps> = {}) {
  const user = userEvent.setup();
  render(<Form {...field} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Telefone' });
  return {
    user,
    input,
    /** Clicks where so many characters stand to the left of the caret. */
    clickAt: (offset: number) => user.pointer({ target: input, offset, keys: '[MouseLeft]' }),
    /** The displayed text, and the form's digits. */
    read: () => [input.value, screen.getByRole('status').textContent],
  };
}

const SHOWN = '(11) 98765-4321';
const DIGITS = '11987654321';

describe('typing', () => {
  it('a mobile number takes its mask digit by digit', async () => {
    const { user, input, read } = mount();
    const seen: unknown[] = [];
    for (const digit of DIGITS) {
      await user.type(input, digit);
      seen.push(input.value);
    }
    expect(seen.slice(0, 4)).toEqual(['(1', '(11', '(11) 9', '(11) 98']);
    expect(seen.slice(9)).toEqual(['(11) 9876-5432', SHOWN]);
    expect(read()).toEqual([SHOWN, DIGITS]);
  });

  it('a landline has ten digits', async () => {
    const { user, input, read } = mount();
    await user.type(input, '1132104567');
    expect(read()).toEqual(['(11) 3210-4567', '1132104567']);
  });

  it('spaces, brackets and hyphens that are typed along change nothing', async () => {
    const { user, input, read } = mount();
    await user.type(input, '(11) 98765 - 4321');
    expect(read()).toEqual([SHOWN, DIGITS]);
  });

  it.each([
    ['5511987654321', DIGITS],
    ['+5511987654321', DIGITS],
    ['011987654321', DIGITS],
    ['021987654321', '21987654321'],
    ['01511987654321', DIGITS],
    ['01591987654321', '91987654321'],
    ['551132104567', '1132104567'],
    ['01132104567', '1132104567'],
  ])('%s loses what stands before the number with its last digit', async (keys, digits) => {
    const { user, input, read } = mount();
    await user.type(input, keys.slice(0, -1));
    expect(read()[1]).toBe(keys.slice(0, -1));
    await user.type(input, keys.slice(-1));
    expect(read()[1]).toBe(digits);
  });

  it.each([
    ['5591987654321', '91987654321'],
    ['551198765432', '1198765432'],
  ])('%s may go on, and is whole when it is left, or at Enter', async (keys, digits) => {
    const { user, input, read } = mount();
    await user.type(input, keys);
    expect(read()[1]).toBe(keys);
    await user.tab();
    expect(read()[1]).toBe(digits);
    await user.clear(input);
    await user.type(input, `${keys}{Enter}`);
    expect(read()[1]).toBe(digits);
  });

  it('a digit too many is shown, never cut, and can be deleted', async () => {
    const { user, input, read } = mount();
    await user.type(input, '559912345678');
    expect(read()).toEqual(['559912345678', '559912345678']);
    await user.type(input, '{Backspace}');
    expect(read()).toEqual(['(55) 99123-4567', '55991234567']);
  });

  it('the plus sign of another country stays', async () => {
    const { user, input, read } = mount();
    await user.type(input, '+13055550123');
    expect(read()).toEqual(['+13055550123', '+13055550123']);
  });

  it('a digit is corrected where the caret is', async () => {
    const { user, clickAt, read } = mount({ value: DIGITS });
    await clickAt('(11) 98'.length);
    await user.keyboard('{Backspace}0');
    expect(read()).toEqual(['(11) 90765-4321', '11907654321']);
  });

  it('Backspace passes the separators on its way to the front', async () => {
    const { user, clickAt, read } = mount({ value: DIGITS });
    await clickAt('(11) 98765-'.length);
    await user.keyboard('{Backspace>7/}');
    expect(read()).toEqual(['(43) 21', '4321']);
    await user.keyboard('{End}{Backspace>4/}');
    expect(read()).toEqual(['', '']);
  });

  it('Delete on a separator takes the digit after it', async () => {
    const { user, clickAt, read } = mount({ value: DIGITS });
    await clickAt('(11'.length);
    await user.keyboard('{Delete}');
    expect(read()).toEqual(['(11) 8765-4321', '1187654321']);
  });
});

describe('pasting', () => {
  it.each([
    '+55 (11) 98765-4321',
    '+5511987654321',
    '55 11 98765 4321',
    '011 98765-4321',
    ' 11 98765 4321 ',
    '(11)98765.4321',
  ])('"%s" is the same number, wherever the caret is', async (text) => {
    const { user, clickAt, read } = mount({ value: '2133334444' });
    await clickAt('(21) 3'.length);
    await user.paste(text);
    expect(read()).toEqual([SHOWN, DIGITS]);
  });

  it.each(['(55) 99123-4567', '+55 (55) 99123-4567'])('"%s" keeps its area code', async (text) => {
    const { user, input, read } = mount();
    await user.click(input);
    await user.paste(text);
    expect(read()).toEqual(['(55) 99123-4567', '55991234567']);
  });

  it.each(['+351 912 345 678', 'Fixo 3265-4321 cel (11) 98765-4321', '123.456.789-09'])(
    '"%s" is no phone, and stays to be refused',
    async (text) => {
      const { user, input, read } = mount();
      await user.click(input);
      await user.paste(text);
      await user.tab();
      expect(read()).toEqual([text, text]);
    },
  );

  it('no key makes a phone of what was refused: nothing but that key is added or taken away', async () => {
    const { user, input, read } = mount();
    await user.click(input);
    await user.paste('(11) 98765-4321 casa');
    await user.keyboard('{Backspace}');
    expect(read()[1]).toBe('(11) 98765-4321 cas');
    await user.keyboard('{Backspace>3/}');
    expect(read()).toEqual([SHOWN, DIGITS]);
    await user.clear(input);
    await user.paste('119.876.543-21');
    await user.keyboard('{Backspace}1');
    expect(read()[1]).toBe('119.876.543-21');
    await user.clear(input);
    await user.keyboard('+11987654321{Home}{Delete}');
    expect(read()[1]).toBe(DIGITS);
  });

  it('the rest of a number is added to what was typed', async () => {
    const { user, input, read } = mount({ value: '1198765' });
    await user.click(input);
    await user.paste('4321');
    expect(read()).toEqual([SHOWN, DIGITS]);
  });

  it('a field that may only be read takes no paste', async () => {
    const { user, input, read } = mount({ value: '2133334444', readOnly: true });
    await user.click(input);
    await user.paste(SHOWN);
    expect(read()).toEqual(['(21) 3333-4444', '2133334444']);
  });
});

describe('filling in', () => {
  it('a number that the browser fills in may carry the country code', () => {
    const { input, read } = mount({ autoComplete: 'tel' });
    fireEvent.change(input, { target: { value: '+5511987654321' } });
    expect(read()).toEqual([SHOWN, DIGITS]);
  });

  it("at the counter the browser offers no number: it would be the employee's own", () => {
    expect(mount().input.autocomplete).toBe('off');
  });

  it('a phone offers its keys for telephone numbers', () => {
    const { input } = mount();
    expect([input.type, input.inputMode]).toEqual(['tel', 'tel']);
  });
});

/** A form that is sent by its button, unless the phone is asked about. */
function Asking({ stored, known }: { stored?: string; known?: string }) {
  const [phone, setPhone] = useState(stored ?? '');
  const [sent, setSent] = useState<string>();
  const [error, setError] = useState<string>();
  const ask = usePhoneDoubt(stored);
  function send() {
    const question = ask(phone, known);
    setError(question);
    if (!question) setSent(phone);
  }
  return (
    <>
      <PhoneField
        label="Telefone"
        error={error}
        value={phone}
        onChange={(value) => {
          setPhone(value);
          setError(undefined);
        }}
      />
      <button type="button" onClick={send}>
        Enviar
      </button>
      <output>{sent}</output>
    </>
  );
}

describe('doubts', () => {
  const send = (user: ReturnType<typeof userEvent.setup>) =>
    user.click(screen.getByRole('button', { name: 'Enviar' }));
  const sent = () => screen.getByRole('status').textContent;
  const described = () =>
    document.getElementById(screen.getByRole('textbox').getAttribute('aria-describedby') ?? '')?.textContent;

  it.each([
    ['1187654321', 'Falta um dígito? Celulares têm 11. Se o número está certo, envie de novo.'],
    ['11887654321', 'Celulares têm um 9 depois do DDD. Se o número está certo, envie de novo.'],
    ['23987654321', 'Esse DDD não existe. Se o número está certo, envie de novo.'],
  ])('%s is asked about once, and again where it is another one', async (typed, question) => {
    const user = userEvent.setup();
    render(<Asking />);
    await user.type(screen.getByRole('textbox'), typed);
    await send(user);
    expect(described()).toBe(question);
    expect(sent()).toBe('');
    await user.type(screen.getByRole('textbox'), '{Backspace}9');
    await send(user);
    expect(sent()).toBe('');
    await send(user);
    expect(sent()).toBe(`${typed.slice(0, -1)}9`);
  });

  it('a number that a digit lacks is offered with its 9, which is taken in one tap', async () => {
    const user = userEvent.setup();
    render(<Asking />);
    await user.type(screen.getByRole('textbox'), '1187654321');
    expect(screen.queryByRole('button', { name: /Usar/ })).toBeNull();
    await send(user);
    await user.click(screen.getByRole('button', { name: 'Usar (11) 98765-4321' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(screen.queryByRole('button', { name: /Usar/ })).toBeNull();
    await send(user);
    expect(sent()).toBe('11987654321');
  });

  it('neither a likely number is asked about nor one that was stored', async () => {
    const user = userEvent.setup();
    render(<Asking stored="1187654321" />);
    await send(user);
    expect(sent()).toBe('1187654321');
    await user.clear(screen.getByRole('textbox'));
    await user.type(screen.getByRole('textbox'), '1132654321');
    await send(user);
    expect(sent()).toBe('1132654321');
  });

  it('nothing is offered where the error is another one', () => {
    mount({ value: '1187654321', error: 'Este telefone é ou já foi seu' });
    expect(screen.queryByRole('button', { name: /Usar/ })).toBeNull();
  });

  it('a doubt that the form knows is asked in its own words', async () => {
    const user = userEvent.setup();
    render(<Asking known="Há outro cadastro" />);
    await user.type(screen.getByRole('textbox'), DIGITS);
    await send(user);
    expect(described()).toMatch(/^Há outro cadastro\. Se o número/);
    await send(user);
    expect(sent()).toBe(DIGITS);
  });
});
