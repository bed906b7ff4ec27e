/// <reference path="./css-modules.d.ts" />
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import styles from './password-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
  /**
   * The hidden value, for the toggle: 'senha' (default) gives 'Mostrar senha', 'chave' gives 'Mostrar chave'.
   */
  secretName?: string | undefined;
}

/**
 * Hidden text with a show/hide button. Also for API keys (with `autoComplete="off"`).
 * The toggle's name is inner text, not `aria-label`: a test's `getByLabel('Senha')` finds the field alone.
 */
export function PasswordField({
  secretName = 'senha',
  autoComplete = 'current-password',
  ...field
}: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      autoComplete={autoComplete}
      type={visible ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          className={styles.toggle}
          disabled={field.disabled}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          <VisuallyHidden>{`${visible ? 'Ocultar' : 'Mostrar'} ${secretName}`}</VisuallyHidden>
        </button>
      }
    />
  );
}
