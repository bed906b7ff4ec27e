import type { ApiOutputs } from 'api/contract';
import { PROVIDER_NAMES } from 'domain/integrations';
import { formatDayAndTime } from 'domain/local-dates';
import { formatPhone } from 'domain/phone';
import { Check, X } from 'lucide-react';
import { Badge } from 'ui/badge';
import { type Column, DataTable } from 'ui/data-table';
import { ACTION_WORDS } from './integration-words.ts';
import styles from './sync-log.module.css';

type SyncLogEntry = ApiOutputs['integrations']['logs']['entries'][number];

interface SyncLogTableProps {
  entries: readonly SyncLogEntry[];
  /** The merchant's: days are its own. */
  timeZone: string;
}

export function SyncLogTable({ entries, timeZone }: SyncLogTableProps) {
  const columns: Column<SyncLogEntry>[] = [
    { header: 'Cliente', cell: (entry) => <span className={styles.customer}>{customerOf(entry)}</span> },
    { header: 'Integração', cell: ({ provider }) => PROVIDER_NAMES[provider] },
    { header: 'Ação', cell: ({ action }) => ACTION_WORDS[action] },
    {
      header: 'Quando',
      cell: ({ createdAt }) => <span className={styles.when}>{formatDayAndTime(createdAt, timeZone)}</span>,
    },
    { header: 'Resultado', cell: (entry) => <Result entry={entry} /> },
  ];
  return (
    <DataTable
      caption="Logs de sincronização"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => String(id)}
    />
  );
}

function customerOf({ customerName, customerPhone }: SyncLogEntry): string {
  if (customerName) return customerName;
  return customerPhone ? formatPhone(customerPhone) : 'Cliente';
}

function Result({ entry: { status, errorMessage } }: { entry: SyncLogEntry }) {
  if (status === 'success') {
    return (
      <Badge tone="success">
        <Check aria-hidden="true" />
        Sucesso
      </Badge>
    );
  }
  return (
    <div className={styles.failure}>
      <Badge tone="danger">
        <X aria-hidden="true" />
        Erro
      </Badge>
      {errorMessage && <span className={styles.message}>{errorMessage}</span>}
    </div>
  );
}
