/// <reference path="./css-modules.d.ts" />
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox-field.module.css';
import { classNames } from './class-names.ts';

export interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** Links in it are links; anywhere else a click ticks the box. */
  label: ReactNode;
  hint?: ReactNode | undefined;
  /** The message that says what is wrong. */
  error?: string | undefined;
  /**
   * 'switch' for settings that take effect at once (Ativada), 'checkbox' (default) for those that a form
   * saves.
   */
  look?: 'checkbox' | 'switch' | undefined;
}

/** Yes or no, the whole line clickable. Goes with react-hook-form's `register`. */
export function CheckboxField({
  label,
  hint,
  error,
  look = 'checkbox',
  id,
  className,
  ...input
}: CheckboxFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  return (
    <div className={classNames(styles.field, className)}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        aria-describedby={[hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
        aria-invalid={error ? true : undefined}
        className={look === 'switch' ? styles.switch : styles.checkbox}
      />
      <div>
        <label htmlFor={controlId} className={styles.label}>
          {label}
        </label>
        {error && (
          <p id={errorId} className={styles.error}>
            <CircleAlert aria-hidden="true" />
            {error}
          </p>
        )}
        {hint && (
          <p id={hintId} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
