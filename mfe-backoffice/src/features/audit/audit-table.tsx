import { formatMoment } from 'domain/local-dates';
import { roleLabel } from 'domain/roles';
import { type Column, DataTable } from 'ui/data-table';
import { AuditDetails } from './audit-details.tsx';
import { summaryOf } from './audit-summary.ts';
import styles from './audit-table.module.css';
import type { AuditEntry } from './use-audit-log.ts';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  timeZone: string;
  onShowRecord: (customerId: string) => void;
}

export function AuditTable({ entries, timeZone, onShowRecord }: AuditTableProps) {
  const columns: Column<AuditEntry>[] = [
    { header: 'O quê', cell: (entry) => <What entry={entry} onShowRecord={onShowRecord} /> },
    {
      header: 'Quando',
      cell: ({ createdAt }) => (
        <time className={styles.when} dateTime={createdAt}>
          {formatMoment(createdAt, timeZone)}
        </time>
      ),
    },
    { header: 'Quem', cell: ({ person }) => <Who person={person} /> },
    { header: 'De onde', cell: (entry) => <Where entry={entry} /> },
  ];
  return (
    <div className={styles.entries}>
      <DataTable caption="Auditoria" columns={columns} rows={entries} rowKey={({ id }) => String(id)} />
    </div>
  );
}

function What({ entry, onShowRecord }: { entry: AuditEntry; onShowRecord: (customerId: string) => void }) {
  const summary = summaryOf(entry.lines);
  const hasDetails = entry.lines.length > 0 || entry.customer !== null;
  return (
    <div className={styles.what}>
      <span className={styles.text}>{entry.words}</span>
      {summary && <span className={styles.muted}>{summary}</span>}
      {hasDetails && <AuditDetails entry={entry} onShowRecord={onShowRecord} />}
    </div>
  );
}

function Who({ person }: Pick<AuditEntry, 'person'>) {
  if (!person) return <span className={styles.muted}>Sistema</span>;
  return (
    <div className={styles.stack}>
      <span className={styles.name}>{person.name}</span>
      <span className={styles.muted}>{roleLabel(person.role)}</span>
    </div>
  );
}

function Where({ entry: { ip, device } }: { entry: AuditEntry }) {
  if (!ip && !device) return <span className={styles.muted}>–</span>;
  return (
    <div className={styles.stack}>
      {ip && <span className={styles.ip}>{ip}</span>}
      {device && <span className={styles.muted}>{device}</span>}
    </div>
  );
}
