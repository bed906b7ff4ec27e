import type { ComponentProps } from 'react';
import { TextField } from 'ui/text-field';

/** Why: it stands beside the change in the ledger and in the audit log. */
export function ReasonField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...props}
      label="Motivo"
      hint="Fica registrado com o seu nome."
      required
      maxLength={200}
      autoComplete="off"
    />
  );
}
