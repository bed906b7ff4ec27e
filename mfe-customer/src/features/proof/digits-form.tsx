import { type FormEvent, type InputHTMLAttributes, type Ref, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'ui/button';
import { TextField } from 'ui/text-field';
import { errorMessage } from '../../lib/call-errors.ts';
import styles from './digits-form.module.css';

interface DigitsFormProps {
  label: string;
  hint?: string;
  length: number;
  submitLabel: string;
  pendingLabel: string;
  /** A code is shown as it is typed, a PIN is not. */
  isSecret?: boolean;
  ref?: Ref<HTMLInputElement>;
  autoComplete: InputHTMLAttributes<HTMLInputElement>['autoComplete'];
  /** The field shows the message of an error that it throws. */
  onSubmit: (digits: string) => Promise<void>;
}

/** One number of a fixed length. What is pasted may have spaces; what was typed stays when it is refused. */
export function DigitsForm(props: DigitsFormProps) {
  const { length, onSubmit } = props;
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const id = useId();

  function refuse(message: string) {
    // The error is on the page before the focus comes, so that a screen reader says it with the field.
    flushSync(() => setError(message));
    document.getElementById(id)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The second tap comes before React has disabled the button.
    if (isSending.current) return;
    if (digits.length !== length) return refuse(`Digite os ${length} números`);
    isSending.current = true;
    setError(undefined);
    setIsPending(true);
    try {
      await onSubmit(digits);
      setDigits('');
    } catch (failure) {
      setIsPending(false);
      refuse(errorMessage(failure));
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        id={id}
        ref={props.ref}
        label={props.label}
        hint={props.hint}
        type={props.isSecret ? 'password' : 'text'}
        inputMode="numeric"
        autoComplete={props.autoComplete}
        value={digits}
        error={error}
        onChange={({ target }) => {
          setDigits(target.value.replace(/\D/g, '').slice(0, length));
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" block pending={isPending} pendingLabel={props.pendingLabel}>
        {props.submitLabel}
      </Button>
    </form>
  );
}
