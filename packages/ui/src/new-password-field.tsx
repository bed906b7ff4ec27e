/// <reference path="./css-modules.d.ts" />
import { type ChangeEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './new-password-field.module.css';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

type Strength = typeof import('domain/password-strength');

/**
 * A password that is being chosen, with a hint of its strength. The hint's code comes when the field is
 * entered; its place is there before, so nothing moves.
 */
export function NewPasswordField({
  onChange,
  onFocus,
  ...field
}: Omit<PasswordFieldProps, 'hint' | 'autoComplete'>) {
  const [strength, setStrength] = useState<Strength>();
  const [typed, setTyped] = useState('');
  const label = typed === '' ? undefined : strength?.passwordStrength(typed);
  const level = label ? (strength?.STRENGTH_LABELS.indexOf(label) ?? -1) + 1 : 0;
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        setTyped(event.target.value);
        return onChange?.(event);
      }}
      onFocus={(event) => {
        import('domain/password-strength').then(setStrength, () => undefined);
        onFocus?.(event);
      }}
      hint={
        <span className={styles.hint}>
          <span className={styles.bars} aria-hidden="true">
            {[1, 2, 3, 4].map((bar) => (
              <span key={bar} className={classNames(styles.bar, bar <= level && styles[`level${level}`])} />
            ))}
          </span>
          <span className={styles.rule}>No mínimo 6 caracteres</span>
          <span aria-live="polite" className={styles.label}>
            {label && `Senha ${label.toLowerCase()}`}
          </span>
        </span>
      }
    />
  );
}
