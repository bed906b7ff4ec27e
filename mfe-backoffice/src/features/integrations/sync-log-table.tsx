import { PROVIDER_NAMES } from 'domain/integrations';
import { formatDayAndTime } from 'domain/local-dates';
import { useRef } from 'react';
import { type Column, DataTable } from 'ui/data-table';
import { VisuallyHidden } from 'ui/visually-hidden';
import { useDialog } from '../../lib/use-dialog.ts';
import { ACTION_LABELS } from './integration-labels.ts';
import styles from './sync-log.module.css';
import { SyncLogDetails } from './sync-log-details.tsx';
import { customerLabel, type SyncLogEntry } from './sync-log-entry.ts';
import { SyncOutcome } from './sync-outcome.tsx';
import { SyncRetry } from './sync-retry.tsx';

interface SyncLogTableProps {
  entries: readonly SyncLogEntry[];
  /** The merchant's: days are its own. */
  timeZone: string;
  onRetried: () => void;
}

export function SyncLogTable({ entries, timeZone, onRetried }: SyncLogTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { dialog, open, close } = useDialog<SyncLogEntry>(frame);
  const columns: Column<SyncLogEntry>[] = [
    { header: 'Cliente', cell: (entry) => <Who entry={entry} onDetails={(from) => open(entry, from)} /> },
    {
      header: 'Integração',
      cell: ({ provider }) => <span className={styles.whole}>{PROVIDER_NAMES[provider]}</span>,
    },
    { header: 'Ação', cell: ({ action }) => ACTION_LABELS[action] },
    {
      header: 'Quando',
      cell: ({ createdAt }) => <span className={styles.whole}>{formatDayAndTime(createdAt, timeZone)}</span>,
    },
    {
      header: 'Resultado',
      cell: (entry) => (
        <div className={styles.outcome}>
          <SyncOutcome {...entry} />
          <SyncRetry entry={entry} onRetried={onRetried} />
        </div>
      ),
    },
  ];
  return (
    <div ref={frame} tabIndex={-1} className={styles.frame}>
      <DataTable
        caption="Logs de sincronização"
        columns={columns}
        rows={entries}
        rowKey={({ id }) => String(id)}
      />
      {dialog && <SyncLogDetails entry={dialog} timeZone={timeZone} onClose={close} />}
    </div>
  );
}

function Who({ entry, onDetails }: { entry: SyncLogEntry; onDetails: (from: HTMLElement) => void }) {
  const customer = customerLabel(entry);
  return (
    <div className={styles.who}>
      <span className={styles.customer}>{customer}</span>
      <button type="button" className={styles.details} onClick={(event) => onDetails(event.currentTarget)}>
        Detalhes<VisuallyHidden>: {customer}</VisuallyHidden>
      </button>
    </div>
  );
}
