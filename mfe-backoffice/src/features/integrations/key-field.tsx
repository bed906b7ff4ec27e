import type { Provider } from 'domain/integrations';
import { useEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { PasswordField } from 'ui/password-field';
import { ACCOUNT_LABELS } from './integration-labels.ts';
import styles from './key-field.module.css';

interface KeyFieldProps {
  provider: Provider;
  /** Null where none is stored. */
  keyLast4: string | null;
  isTyping: boolean;
  onType: (isTyping: boolean) => void;
  /** The typed key is dropped in favor of the stored one. */
  onKeep: () => void;
  error: string | undefined;
  /** Registers the field; called only while it is on the screen. */
  field: () => UseFormRegisterReturn<'apiKey'>;
}

/** A key is typed once and never shown again: from then on its last characters stand for it. */
export function KeyField({ provider, keyLast4, isTyping, onType, onKeep, error, field }: KeyFieldProps) {
  const labels = ACCOUNT_LABELS[provider];
  const frame = useRef<HTMLDivElement>(null);
  const wasTyping = useRef(isTyping);

  // After the key is replaced or kept, the keyboard focus goes on from there.
  useEffect(() => {
    if (wasTyping.current === isTyping) return;
    wasTyping.current = isTyping;
    if (keyLast4 === null) return;
    frame.current?.querySelector<HTMLElement>(isTyping ? 'input' : 'button')?.focus();
  }, [isTyping, keyLast4]);

  if (keyLast4 !== null && !isTyping) {
    return (
      <div ref={frame}>
        <Field label={labels.keyLabel} hint={`${labels.stored}; termina em ${keyLast4}.`}>
          {(control) => (
            <div className={styles.stored}>
              <input {...control} type="text" readOnly value={`•••• ${keyLast4}`} />
              <Button variant="secondary" onClick={() => onType(true)}>
                {labels.change}
              </Button>
            </div>
          )}
        </Field>
      </div>
    );
  }
  return (
    <div ref={frame} className={styles.typing}>
      <PasswordField
        label={labels.keyLabel}
        secretName={labels.secretName}
        hint={labels.keyHint}
        required
        autoComplete="off"
        error={error}
        {...field()}
      />
      {keyLast4 !== null && (
        <Button
          variant="ghost"
          className={styles.keep}
          onClick={() => {
            onKeep();
            onType(false);
          }}
        >
          {labels.keep}
        </Button>
      )}
    </div>
  );
}
