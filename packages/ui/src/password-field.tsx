import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { FieldButton } from './field-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
  /**
   * The hidden value, for the toggle: 'senha' (default) gives 'Mostrar senha', 'chave' gives 'Mostrar chave'.
   */
  secretName?: string | undefined;
}

/** Hidden text with a show/hide button. Also for API keys (with `autoComplete="off"`). */
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
        <FieldButton
          icon={visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          disabled={field.disabled}
          onClick={() => setVisible(!visible)}
        >
          {`${visible ? 'Ocultar' : 'Mostrar'} ${secretName}`}
        </FieldButton>
      }
    />
  );
}
