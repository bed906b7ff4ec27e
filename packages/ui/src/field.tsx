/// <reference path="./css-modules.d.ts" />
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** The props that every field has. */
export interface FieldText {
  label: string;
  /** A message under the field, below the error. */
  hint?: ReactNode | undefined;
  /** The message that says what is wrong. Its presence marks the field invalid. */
  error?: string | undefined;
  /**
   * Marks the label and sets `aria-required`. The browser's own bubbles stay off: errors are ours, beside
   * fields.
   */
  required?: boolean | undefined;
}

/** The attributes that a control inside a field must carry, so that label, hint and error belong to it. */
export interface ControlAttributes {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps extends FieldText {
  id?: string | undefined;
  icon?: ReactNode | undefined;
  /** Sits at the control's right edge: a show/hide button, a unit. */
  trailing?: ReactNode | undefined;
  className?: string | undefined;
  children: (control: ControlAttributes) => ReactNode;
}

/**
 * Label, control, hint and error of one field. Screens use TextField and its siblings; this is for building
 * another kind of field: `<Field label="…">{(control) => <textarea {...control} />}</Field>`.
 */
export function Field({ label, hint, error, required, id, icon, trailing, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={controlId} className={classNames(styles.label, required && styles.required)}>
        {label}
      </label>
      <div className={styles.control}>
        {icon && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        {children({
          id: controlId,
          className: classNames(
            styles.input,
            Boolean(icon) && styles.withIcon,
            Boolean(trailing) && styles.withTrailing,
          ),
          'aria-describedby': describedBy || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': required ? true : undefined,
        })}
        {trailing && <span className={styles.trailing}>{trailing}</span>}
      </div>
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
  );
}
