import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { type Column, DataTable } from 'ui/data-table';
import styles from './ledger.module.css';
import { entryTitle, formatSigned, lotMessage } from './ledger-labels.ts';
import type { LedgerEntry } from './use-ledger.ts';

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  timeZone: string;
}

export function LedgerTable({ entries, timeZone }: LedgerTableProps) {
  const now = Date.now();
  const columns: Column<LedgerEntry>[] = [
    { header: 'Lançamento', cell: (entry) => <What entry={entry} timeZone={timeZone} now={now} /> },
    { header: 'Quando', cell: (entry) => <When entry={entry} timeZone={timeZone} /> },
    { header: 'Valor', align: 'end', cell: ({ amountCents }) => <Amount cents={amountCents} /> },
    {
      header: 'Saldo depois',
      align: 'end',
      cell: ({ balanceAfterCents }) => (
        <span className={styles.balance}>{formatCents(balanceAfterCents)}</span>
      ),
    },
  ];
  return <DataTable caption="Extrato" columns={columns} rows={entries} rowKey={({ id }) => String(id)} />;
}

function What({ entry, timeZone, now }: { entry: LedgerEntry; timeZone: string; now: number }) {
  return (
    <div className={styles.what}>
      <span className={styles.title}>{entryTitle(entry)}</span>
      {entry.reason && <span className={styles.muted}>Motivo: {entry.reason}</span>}
      <span className={styles.muted}>{lotMessage(entry, timeZone, now)}</span>
    </div>
  );
}

function When({ entry, timeZone }: { entry: LedgerEntry; timeZone: string }) {
  return (
    <div className={styles.when}>
      <span>{formatDayAndTime(entry.createdAt, timeZone)}</span>
      <span className={styles.muted}>{entry.employeeName ?? 'Automático'}</span>
    </div>
  );
}

function Amount({ cents }: { cents: number }) {
  return (
    <span className={cents > 0 ? `${styles.amount} ${styles.credit}` : styles.amount}>
      {formatSigned(cents)}
    </span>
  );
}
