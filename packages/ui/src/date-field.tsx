/// <reference path="./css-modules.d.ts" />
import { CalendarDays } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import styles from './date-field.module.css';
import { keptDate, maskDate, writtenDate } from './date-text.ts';
import { FieldButton } from './field-button.tsx';
import { readMaskedEdit, writeMasked } from './masked-input.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface DateFieldProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'inputMode' | 'trailing'> {
  /** 'YYYY-MM-DD', or what is typed of a day so far ('21/0'); '' for none. */
  value: string;
  /** The same after each edit. Whether there is such a day is the form's rule. */
  onChange: (value: string) => void;
  /** Days that the calendar shows as a range, both ends included. */
  range?: { from: string; to: string } | undefined;
  /** The merchant's day; without it the calendar marks the device's. */
  today?: string | undefined;
}

const NOT_LOADED = 'O calendário não pôde ser carregado. Digite a data, como 31/12/2026.';

/**
 * A day, typed as 'dd/mm/aaaa' whatever the browser's language, or chosen in a calendar, whose code is loaded
 * when it is opened.
 */
export function DateField({ value, onChange, range, today, hint, ...field }: DateFieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { picker, hasFailed, toggle, close } = usePicker();
  const shown = writtenDate(value);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const text = maskDate(readMaskedEdit(event, shown).text);
    writeMasked(event.target, text);
    if (text !== shown) onChange(keptDate(text));
  }

  return (
    <div ref={frame} className={styles.frame}>
      <TextField
        placeholder="dd/mm/aaaa"
        autoComplete="off"
        {...field}
        hint={hasFailed ? NOT_LOADED : hint}
        style={{ fontVariantNumeric: 'tabular-nums', ...field.style }}
        type="text"
        inputMode="numeric"
        value={shown}
        onChange={handleChange}
        trailing={
          <FieldButton
            ref={button}
            icon={<CalendarDays aria-hidden="true" />}
            disabled={field.disabled || field.readOnly}
            aria-haspopup="dialog"
            aria-expanded={picker !== undefined}
            onClick={toggle}
          >
            Abrir calendário: {field.label.toLowerCase()}
          </FieldButton>
        }
      />
      {picker && (
        <picker.DatePicker {...{ button, frame, value, range, today }} onClose={close} onChoose={onChange} />
      )}
    </div>
  );
}

/** The open calendar. The library that draws it is asked for each time, and fetched the first. */
function usePicker() {
  const [picker, setPicker] = useState<typeof import('./date-picker.tsx')>();
  const [hasFailed, setHasFailed] = useState(false);

  async function open() {
    try {
      setPicker(await import('./date-picker.tsx'));
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  }

  const close = () => setPicker(undefined);
  return { picker, hasFailed, toggle: picker ? close : () => void open(), close };
}

/** '21/0': more is to come, which is no mistake yet. */
export function isHalfTyped(value: string): boolean {
  return value !== '' && value.length < 'YYYY-MM-DD'.length;
}
