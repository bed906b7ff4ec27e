/// <reference path="./css-modules.d.ts" />
import { CalendarDays } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import styles from './date-field.module.css';
import { DatePopover } from './date-popover.tsx';
import { keptDate, maskDate, writtenDate } from './date-text.ts';
import { readMaskedEdit, writeMasked } from './masked-input.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { usePopover } from './use-popover.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

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

/**
 * A day, typed as 'dd/mm/aaaa' whatever the browser's language, or chosen in a calendar, whose code is loaded
 * when it is opened.
 */
export function DateField({ value, onChange, range, today, ...field }: DateFieldProps) {
  const popover = usePopover();
  const id = useId();
  const shown = writtenDate(value);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const text = maskDate(readMaskedEdit(event, shown).text);
    writeMasked(event.target, text);
    if (text !== shown) onChange(keptDate(text));
  }

  return (
    <>
      <TextField
        placeholder="dd/mm/aaaa"
        autoComplete="off"
        {...field}
        style={{ fontVariantNumeric: 'tabular-nums', ...field.style }}
        type="text"
        inputMode="numeric"
        value={shown}
        onChange={handleChange}
        trailing={
          <button
            ref={popover.button}
            type="button"
            className={styles.open}
            disabled={field.disabled || field.readOnly}
            aria-haspopup="dialog"
            aria-expanded={popover.isOpen}
            aria-controls={popover.isOpen ? id : undefined}
            onClick={popover.isOpen ? popover.close : popover.open}
          >
            <CalendarDays aria-hidden="true" />
            <VisuallyHidden>Abrir calendário: {field.label.toLowerCase()}</VisuallyHidden>
          </button>
        }
      />
      {popover.isOpen && (
        <DatePopover
          id={id}
          popover={popover}
          value={value}
          range={range}
          today={today}
          onChoose={(day) => {
            popover.close();
            if (day !== value) onChange(day);
          }}
        />
      )}
    </>
  );
}

/** '21/0': more is to come, which is no mistake yet. */
export function isHalfTyped(value: string): boolean {
  return value !== '' && value.length < 'YYYY-MM-DD'.length;
}
