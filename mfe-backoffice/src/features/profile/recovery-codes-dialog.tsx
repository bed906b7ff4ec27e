import { readableRecoveryCode } from 'domain/factor-codes';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { CopyButton } from '../../lib/copy-button.tsx';
import styles from './two-step.module.css';

/** The recovery codes, shown this once. A click beside them doesn't lose them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const readable = codes.map(readableRecoveryCode);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Guarde os códigos de recuperação"
      description="Sem o celular ou a chave de acesso, você entra com a senha e um deles. Cada um vale uma vez."
      closeOnOutsideClick={false}
      footer={<Button onClick={onClose}>Já guardei</Button>}
    >
      <div className={styles.content}>
        <ul className={styles.codes} aria-label="Códigos de recuperação">
          {readable.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton value={readable.join('\n')} what="os códigos de recuperação" variant="secondary" />
        <Alert tone="warning" role="note">
          Eles não serão mostrados de novo. Imprima-os ou anote-os, e guarde longe do celular.
        </Alert>
      </div>
    </Dialog>
  );
}
