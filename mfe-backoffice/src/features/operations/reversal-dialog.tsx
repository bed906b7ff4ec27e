import { type FormEvent, type ReactNode, useId } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import styles from './reversal-dialog.module.css';

interface ReversalDialogProps {
  title: string;
  /** Whose it is, and when it was. */
  description: string;
  /** What is being taken back. */
  rows: readonly Definition[];
  submitLabel: string;
  isPending: boolean;
  /** What the server said against it. */
  failure: string | undefined;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  /** The fields, and what will happen. */
  children: ReactNode;
}

/** The frame of both reversals. While the server is asked it stays: its answer has to be seen. */
export function ReversalDialog({ title, description, rows, ...rest }: ReversalDialogProps) {
  const { submitLabel, isPending, failure, onSubmit, onClose, children } = rest;
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isPending) onClose();
      }}
      title={title}
      description={description}
      closeOnOutsideClick={false}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={isPending} pendingLabel="Estornando…">
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <DefinitionList rows={rows} />
        <form id={formId} noValidate onSubmit={onSubmit} className={styles.content}>
          {children}
          {failure !== undefined && <Failure>{failure}</Failure>}
        </form>
      </div>
    </Dialog>
  );
}

/** Brought into sight: on a phone the dialog may have scrolled to another of its fields. */
function Failure({ children }: { children: string }) {
  return (
    <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
      <Alert tone="danger">{children}</Alert>
    </div>
  );
}
