import { Check, X } from 'lucide-react';
import { Badge } from 'ui/badge';
import { STATUS_LABELS } from './integration-labels.ts';
import styles from './sync-log.module.css';
import type { SyncLogEntry } from './sync-log-entry.ts';

/** How it went, and why where it went wrong: often the provider's own words. */
export function SyncOutcome({ status, errorMessage }: Pick<SyncLogEntry, 'status' | 'errorMessage'>) {
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
