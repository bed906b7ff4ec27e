import { formatPhone, isPhone, phoneDigits } from 'domain/phone';
import type { ChangeEvent, ClipboardEvent } from 'react';
import { digitsOf, readMaskedEdit, writeMasked } from './masked-input.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

const MAX_DIGITS = 11;

export interface PhoneFieldProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'inputMode'> {
  /** Digits only: area code plus number, up to 11. */
  value: string;
  /** The digits after each edit. With react-hook-form: `<Controller>`, and hand it `field.ref` too. */
  onChange: (digits: string) => void;
}

/**
 * A Brazilian phone, shown as '(11) 98765-4321'. Pasting '+55 (11) 98765-4321' works wherever the caret is.
 * `autoComplete` is off: at the counter it is a customer's phone. A customer's own form passes
 * 'tel-national'.
 */
export function PhoneField({ value, onChange, onPaste, autoComplete = 'off', ...field }: PhoneFieldProps) {
  const shown = formatPhone(value);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const edit = readMaskedEdit(event, shown);
    const digits = edit.kind === 'key' ? digitsTyped(edit.digits, value) : digitsArrived(edit.text);
    writeMasked(event.target, formatPhone(digits));
    if (digits !== value) onChange(digits);
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    onPaste?.(event);
    const digits = digitsArrived(event.clipboardData.getData('text'));
    if (event.defaultPrevented || field.readOnly || !isPhone(digits)) return;
    event.preventDefault();
    onChange(digits);
  }

  return (
    <TextField
      placeholder="(11) 99999-9999"
      {...field}
      autoComplete={autoComplete}
      type="tel"
      inputMode="tel"
      value={shown}
      onChange={handleChange}
      onPaste={handlePaste}
    />
  );
}

/** A twelfth digit is refused, not read as a country code: (55) is also an area code. */
function digitsTyped(digits: string, previous: string): string {
  return digits.length > MAX_DIGITS ? previous : digits;
}

/** Whole text may carry the country code or the trunk prefix '0'. */
function digitsArrived(text: string): string {
  return phoneDigits(digitsOf(text).replace(/^0+/, '')).slice(0, MAX_DIGITS);
}
