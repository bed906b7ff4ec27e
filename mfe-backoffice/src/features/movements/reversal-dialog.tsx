import type { ComponentProps } from 'react';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { FormDialog } from '../../lib/form-dialog.tsx';

interface ReversalDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'submit'> {
  /** The facts of the reversed movement. */
  rows: readonly Definition[];
  submitLabel: string;
}

/** The frame of both reversals. */
export function ReversalDialog({ rows, submitLabel, children, ...props }: ReversalDialogProps) {
  return (
    <FormDialog {...props} submit={{ label: submitLabel, pendingLabel: 'Estornando…', variant: 'danger' }}>
      <DefinitionList rows={rows} />
      {children}
    </FormDialog>
  );
}
