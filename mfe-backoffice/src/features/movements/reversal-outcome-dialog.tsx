import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import styles from './reversal-outcome-dialog.module.css';
import type { ReversalOutcome } from './use-reversal-flow.ts';

/** A finished reversal with an unexpected outcome: the dialog stays until it is closed. */
export function ReversalOutcomeDialog({
  title,
  rows,
  notices,
  onClose,
}: ReversalOutcome & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="small"
      closeOnOutsideClick={false}
      footer={<Button onClick={onClose}>Entendi</Button>}
    >
      <div className={styles.content}>
        {notices.map((notice) => (
          <Alert key={notice} tone="warning">
            {notice}
          </Alert>
        ))}
        <DefinitionList rows={rows} />
      </div>
    </Dialog>
  );
}
