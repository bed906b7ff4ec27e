/// <reference path="./css-modules.d.ts" />
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldText } from './field.tsx';
import styles from './select-field.module.css';

interface Option {
  value: string;
  label: string;
}

export interface SelectFieldProps extends FieldText, Omit<ComponentProps<'select'>, 'children' | 'required'> {
  /** One after the other, or in groups with a heading each. */
  options: readonly (Option | { label: string; options: readonly Option[] })[];
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
          {options.map((entry) =>
            'options' in entry ? (
              <optgroup key={entry.label} label={entry.label}>
                <Options options={entry.options} />
              </optgroup>
            ) : (
              <Options key={entry.value} options={[entry]} />
            ),
          )}
        </select>
      )}
    </Field>
  );
}

function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
