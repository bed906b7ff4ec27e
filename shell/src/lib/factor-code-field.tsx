import { isAppCode, isRecoveryCode, plainCode } from 'domain/factor-codes';
import { TextField, type TextFieldProps } from 'ui/text-field';

export interface CodeKind {
  label: string;
  hint: string;
  /** What leads to it. */
  choice: string;
  isValid: (code: string) => boolean;
  invalid: string;
}

export const APP_CODE: CodeKind = {
  label: 'Código do aplicativo',
  hint: 'Os 6 números que o aplicativo de códigos mostra agora.',
  choice: 'Usar o código do aplicativo',
  isValid: isAppCode,
  invalid: 'Digite os 6 números que o aplicativo mostra',
};
export const RECOVERY_CODE: CodeKind = {
  label: 'Código de recuperação',
  hint: 'Um dos 10 que você guardou. Cada um vale uma vez.',
  choice: 'Usar um código de recuperação',
  isValid: isRecoveryCode,
  invalid: 'Digite as 24 letras e números do código',
};

/** Checks a form's field, as `FactorCodeField` shows it. */
export const isCodeOf = (kind: CodeKind) => (code: string) => kind.isValid(plainCode(code)) || kind.invalid;

/** A code of the second step. */
export function FactorCodeField({ kind, ...field }: { kind: CodeKind } & Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label={kind.label}
      hint={kind.hint}
      inputMode={kind === APP_CODE ? 'numeric' : 'text'}
      autoComplete={kind === APP_CODE ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
    />
  );
}
