/// <reference path="./css-modules.d.ts" />
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox-field.module.css';
import { classNames } from './class-names.ts';

export interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: string;
  hint?: ReactNode | undefined;
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
  look = 'checkbox',
  id,
  className,
  ...input
}: CheckboxFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  return (
    <div className={classNames(styles.field, className)}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        aria-describedby={hint ? hintId : undefined}
        className={look === 'switch' ? styles.switch : styles.checkbox}
      />
      <div>
        <label htmlFor={controlId} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={hintId} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
