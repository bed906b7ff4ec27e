import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { TextField } from 'ui/text-field';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-dialog.module.css';

interface SecretDialogProps {
  title: string;
  description: string;
  /** The label of the secret's field. */
  label: string;
  secret: string;
  /** A warning that the secret is shown only once, and the way to replace a lost one. */
  warning: string;
  onClose: () => void;
}

/** A secret that the server shows this once and never again. A click beside it doesn't lose it. */
export function SecretDialog({ title, description, label, secret, warning, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      closeOnOutsideClick={false}
      footer={<Button onClick={onClose}>Já guardei</Button>}
    >
      <div className={styles.content}>
        <div className={styles.secret}>
          <TextField
            label={label}
            readOnly
            value={secret}
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={secret} what={label} variant="secondary" />
        </div>
        <Alert tone="warning" role="note">
          {warning}
        </Alert>
      </div>
    </Dialog>
  );
}
