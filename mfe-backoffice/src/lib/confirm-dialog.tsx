import { failureMessage } from 'federation/error-message';
import { useForm } from 'react-hook-form';
import styles from './confirm-dialog.module.css';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The subject, where the title does not name it. */
  description?: string | undefined;
  /** The consequences, a message each. */
  consequences: readonly string[];
  submit: { label: string; pendingLabel: string; variant?: 'primary' | 'danger' | undefined };
  /** Shown when the action failed and the server has no message. */
  failure: string;
  /** Does it; the dialog stays, with the reason, where this throws. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before what cannot be undone at once. */
export function ConfirmDialog({ consequences, failure, onConfirm, ...dialog }: ConfirmDialogProps) {
  const form = useForm();
  const { errors, isSubmitting } = form.formState;

  async function confirm() {
    try {
      await onConfirm();
    } catch (error) {
      form.setError('root', { message: failureMessage(error, failure) });
    }
  }

  return (
    <FormDialog
      {...dialog}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(confirm)}
    >
      <ul className={styles.consequences}>
        {consequences.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </FormDialog>
  );
}
