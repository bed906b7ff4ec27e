import { Ban, Check, X } from 'lucide-react';
import { Badge } from 'ui/badge';
import { STATUS_LABELS } from './integration-labels.ts';
import styles from './sync-log.module.css';
import type { SyncLogEntry } from './sync-log-entry.ts';

/** The outcome, and the reason for a failure: often the provider's own text. */
export function SyncOutcome({
  status,
  errorMessage,
  isWithheld,
}: Pick<SyncLogEntry, 'status' | 'errorMessage' | 'isWithheld'>) {
  if (isWithheld)
    return (
      <>
        <Badge>
          <Ban aria-hidden="true" />
          Não enviado
        </Badge>
        <span className={styles.message}>Sem consentimento para email</span>
      </>
    );
  const Icon = status === 'success' ? Check : X;
  return (
    <>
      <Badge tone={status === 'success' ? 'success' : 'danger'}>
        <Icon aria-hidden="true" />
        {STATUS_LABELS[status]}
      </Badge>
      {errorMessage && <span className={styles.message}>{errorMessage}</span>}
    </>
  );
}
