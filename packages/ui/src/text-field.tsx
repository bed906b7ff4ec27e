import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldText } from './field.tsx';

export interface TextFieldProps extends FieldText, Omit<ComponentProps<'input'>, 'children' | 'required'> {
  /** Leading icon inside the field. */
  icon?: ReactNode | undefined;
  /** Content at the right edge inside the field. */
  trailing?: ReactNode | undefined;
}

/**
 * One line of text. Takes every attribute of `<input>` and its ref, so it goes with react-hook-form:
 * `<TextField label="Email" error={errors.email?.message} {...register('email')} />`.
 * `className` goes to the field as a whole.
 */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, required, icon, trailing, id, className, ...input } = props;
  return (
    <Field {...{ label, hint, error, required, icon, trailing, id, className }}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}
