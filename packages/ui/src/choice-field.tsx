/// <reference path="./css-modules.d.ts" />
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './choice-field.module.css';

export interface Choice {
  value: string;
  label: ReactNode;
  /** Below the label: a hint, or the numbers that the choice is about. */
  detail?: ReactNode | undefined;
}

export interface ChoiceFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'children'> {
  /** The subject of the choice, as a question or a noun. */
  label: string;
  options: readonly Choice[];
  /** The chosen value, for a form that holds its values itself. */
  choice?: string | undefined;
}

/** One of two or three, all of them in sight; arrow keys choose. Goes with react-hook-form's `register`. */
export function ChoiceField({ label, options, choice, ...input }: ChoiceFieldProps) {
  const id = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map(({ value, label: text, detail }) => (
          <div key={value} className={styles.option}>
            <input
              {...input}
              type="radio"
              id={`${id}-${value}`}
              value={value}
              {...(choice !== undefined && { checked: value === choice })}
              aria-describedby={detail ? `${id}-${value}-detail` : undefined}
              className={styles.radio}
            />
            <label htmlFor={`${id}-${value}`} className={styles.label}>
              {text}
            </label>
            {detail && (
              <div id={`${id}-${value}-detail`} className={styles.detail}>
                {detail}
              </div>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
