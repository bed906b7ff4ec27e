/// <reference path="./css-modules.d.ts" />
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldText } from './field.tsx';
import styles from './select-field.module.css';

export interface SelectFieldProps extends FieldText, Omit<ComponentProps<'select'>, 'children' | 'required'> {
  options: readonly { value: string; label: string }[];
}

/** One of a few. The browser's own `<select>`, because phones do it better than we would. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, required, id, className, options, ...select } = props;
  return (
    <Field
      {...{ label, hint, error, required, id, className }}
      trailing={<ChevronDown className={styles.arrow} />}
    >
      {(control) => (
        <select {...select} {...control} className={classNames(control.className, styles.select)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
