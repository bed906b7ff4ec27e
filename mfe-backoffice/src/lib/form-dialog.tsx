import { type FormEvent, type ReactNode, useId } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import styles from './form-dialog.module.css';

interface FormDialogProps {
  title: string;
  description?: string | undefined;
  submit: { label: string; pendingLabel: string; variant?: 'primary' | 'danger' | undefined };
  isPending: boolean;
  /** Why the server did not do it, where that belongs to no field. */
  failure?: string | undefined;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog. Mounted while it is open; stays until the server has answered, so that nothing typed is
 * lost.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, isPending, failure, onSubmit, onClose, children } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={() => !isPending && onClose()}
      title={title}
      description={description}
      closeOnOutsideClick={false}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={submit.variant}
            pending={isPending}
            pendingLabel={submit.pendingLabel}
          >
            {submit.label}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className={styles.form}>
        {children}
        {failure && (
          <div ref={(node) => node?.scrollIntoView({ block: 'nearest' })}>
            <Alert tone="danger">{failure}</Alert>
          </div>
        )}
      </form>
    </Dialog>
  );
}
