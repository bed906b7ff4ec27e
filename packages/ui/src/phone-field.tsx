import { doubtPhone, PHONE_DOUBTS, spellingsOf, withNinthDigit } from 'domain/doubt-phone';
import { formatPhone } from 'domain/phone';
import { readPhone } from 'domain/read-phone';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useId,
  useRef,
} from 'react';
import { Chip } from './chip.tsx';
import { readMaskedEdit, useComposedText, writeMasked } from './masked-input.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PhoneFieldProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'inputMode'> {
  /** The digits, area code first. A text that is no phone stays as it came, for the form to refuse it. */
  value: string;
  /** The value after each edit. With react-hook-form: `<Controller>`, and hand it `field.ref` too. */
  onChange: (phone: string) => void;
  /** A phone to take in one tap while an error shows. By default the number with the 9 that it lacks. */
  offer?: string | undefined;
}

/**
 * A Brazilian phone, shown as '(11) 98765-4321'. What `readPhone` understands may be typed, pasted or filled
 * in, wherever the caret is. `autoComplete` is off: at the counter it is a customer's phone. A customer's own
 * form passes 'tel-national'.
 */
export function PhoneField({
  value,
  onChange,
  onPaste,
  onKeyDown,
  onBlur,
  autoComplete = 'off',
  offer,
  ...field
}: PhoneFieldProps) {
  const ownId = useId();
  const { id = ownId, error } = field;
  const offered = error && (offer ?? offeredPhone(value, error));
  const composing = useComposedText();
  const shown = composing.text ?? maskOf(value);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const edit = readMaskedEdit(event, shown, shown !== value);
    const phone = edit.kind === 'key' ? phoneTyped(edit.text, edit.digits) : phoneArrived(edit.text);
    if (!composing.take(edit)) writeMasked(event.target, maskOf(phone));
    if (phone !== value) onChange(phone);
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    onPaste?.(event);
    const { digits } = readPhone(event.clipboardData.getData('text'));
    if (event.defaultPrevented || field.readOnly || digits === undefined) return;
    event.preventDefault();
    onChange(digits);
  }

  /**
   * Says that no key follows. The text is read from the page, because an edit may move the focus before this
   * component is drawn with it.
   */
  function settle({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
    const { digits } = readPhone(input.value);
    if (!field.readOnly && digits !== undefined && input.value !== maskOf(digits)) onChange(digits);
  }

  function take(phone: string) {
    // First, because the tapped button goes, and the counter moves on from a whole number.
    document.getElementById(id)?.focus();
    onChange(phone);
  }

  return (
    <>
      <TextField
        placeholder="(11) 99999-9999"
        {...field}
        {...composing.handlers}
        id={id}
        // Its place is the offer's.
        hint={offered ? undefined : field.hint}
        autoComplete={autoComplete}
        type="tel"
        inputMode="tel"
        value={shown}
        onChange={handleChange}
        onPaste={handlePaste}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Enter') settle(event);
          // The key that has sent the form is held, and must not answer what is asked here.
          if (event.key === 'Enter' && event.repeat) event.preventDefault();
          onKeyDown?.(event);
        }}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          settle(event);
          onBlur?.(event);
        }}
      />
      {offered && (
        <div>
          <Chip isPressed={false} onClick={() => take(offered)}>
            Usar {formatPhone(offered)}
          </Chip>
        </div>
      )}
    </>
  );
}

/** What begins like no Brazilian number, or is longer than one, is shown as it is. */
function maskOf(value: string): string {
  return /^[1-9][\d*]{0,10}$/.test(value) ? formatPhone(value) : value;
}

/**
 * What stands before a number is taken off once no longer text can be a number. After 559 that is for who
 * leaves the field to say: two more digits may be the value's, or the number's of area code 91 to 99. A text
 * with other signs than the mask's stays as it is, to be refused.
 */
function phoneTyped(text: string, digits: string): string {
  if (!/^ *\+?[\d() -]*$/.test(text)) return text;
  const typed = text.trimStart().startsWith('+') ? `+${digits}` : digits;
  const mayGoOn = typed.startsWith('559') || ['0', '00'].some((more) => readPhone(typed + more).digits);
  return (!mayGoOn && readPhone(typed).digits) || typed;
}

/** A part of a number takes the mask, and the rest may be added. Anything else stays, to be refused whole. */
function phoneArrived(text: string): string {
  const isPart = /^(?:[ ().-]*\d){1,9}[ ().-]*$/.test(text);
  return readPhone(text).digits ?? (isPart ? text.replace(/\D/g, '') : text.trim());
}

/**
 * Asks once about each phone that may be mistyped. A form shows the returned question as the error of its
 * `PhoneField` and is not sent; when it is sent again with the same phone, no question is returned. `stored`
 * is the phone that the form was opened with: it is not asked about. `known` is the question's first sentence
 * where the form knows something better than what the digits tell.
 */
export function usePhoneDoubt(stored = ''): (phone: string, known?: string) => string | undefined {
  const asked = useRef<string[]>([]);
  return (phone, known) => {
    const { digits } = readPhone(phone);
    if (digits === undefined || digits === stored || asked.current.includes(digits)) return undefined;
    const doubt = doubtPhone(digits);
    const sentence = known ?? (doubt && PHONE_DOUBTS[doubt]);
    if (sentence === undefined) return undefined;
    // Who is asked chooses between both spellings.
    asked.current = spellingsOf(digits);
    return question(sentence);
  };
}

/** The number with its ninth digit, where the error of its field asks whether a digit is missing. */
function offeredPhone(phone: string, error: string | undefined): string | undefined {
  return error === question(PHONE_DOUBTS.short) ? withNinthDigit(phone) : undefined;
}

function question(sentence: string): string {
  return `${sentence}. Se o número está certo, envie de novo.`;
}
