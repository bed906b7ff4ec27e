import { formatCents, MAX_AMOUNT_CENTS, parseCents } from 'domain/money';
import type { ChangeEvent, ClipboardEvent, MouseEvent } from 'react';
import { type MaskedEdit, readMaskedEdit, useComposedText, writeMasked } from './masked-input.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface MoneyFieldProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'inputMode' | 'max' | 'min'> {
  /** Whole centavos; 0 shows the field empty. */
  value: number;
  /** The centavos after each edit. With react-hook-form: `<Controller>`, and hand it `field.ref` too. */
  onChange: (cents: number) => void;
  /** An edit that would go above is ignored. A business limit (a balance) is the form's error, not this. */
  maxCents?: number | undefined;
  /** Told of each edit that was ignored for that reason. */
  onAboveMax?: (() => void) | undefined;
}

/**
 * An amount in reais, typed as on a card terminal: digits fill the centavos from the right, '1', '12', '123'
 * show 'R$ 0,01', 'R$ 0,12', 'R$ 1,23'. Text that arrives whole ('1.234,56' pasted) is read as the amount it
 * says.
 */
export function MoneyField({
  value,
  onChange,
  maxCents = MAX_AMOUNT_CENTS,
  onAboveMax,
  onPaste,
  onClick,
  ...field
}: MoneyFieldProps) {
  const composing = useComposedText();
  const shown = composing.text ?? maskOf(value);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const edit = readMaskedEdit(event, shown);
    const read = centsOf(edit);
    const cents = read <= maxCents ? read : value;
    if (read > maxCents) onAboveMax?.();
    if (!composing.take(edit)) writeMasked(event.target, maskOf(cents));
    if (cents !== value) onChange(cents);
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    onPaste?.(event);
    const cents = parseCents(event.clipboardData.getData('text'));
    if (event.defaultPrevented || field.readOnly || cents === undefined || cents > maxCents) return;
    event.preventDefault();
    onChange(cents);
  }

  return (
    <TextField
      placeholder="R$ 0,00"
      autoComplete="off"
      {...field}
      {...composing.handlers}
      style={{ fontVariantNumeric: 'tabular-nums', ...field.style }}
      type="text"
      inputMode="numeric"
      value={shown}
      onChange={handleChange}
      onPaste={handlePaste}
      onClick={(event) => {
        onClick?.(event);
        keepCaretOutOfSymbol(event);
      }}
    />
  );
}

function maskOf(cents: number): string {
  return cents === 0 ? '' : formatCents(cents);
}

function centsOf({ kind, text, digits }: MaskedEdit): number {
  if (kind === 'whole') {
    const cents = parseCents(text);
    if (cents !== undefined) return cents;
  }
  return Number(digits);
}

/** A click on 'R$' would type before the symbol; the caret goes to the end, where a card terminal types. */
function keepCaretOutOfSymbol({ currentTarget: input }: MouseEvent<HTMLInputElement>) {
  const caret = input.selectionStart ?? 0;
  if (caret === input.selectionEnd && caret < 3)
    input.setSelectionRange(input.value.length, input.value.length);
}
