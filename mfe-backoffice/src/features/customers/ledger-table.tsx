import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { type Column, DataTable } from 'ui/data-table';
import { Disclosure } from '../../lib/disclosure.tsx';
import styles from './ledger.module.css';
import { entryTitle, formatSigned, lotMessage, opensLot } from './ledger-labels.ts';
import { foldMovements, type LedgerMovement } from './ledger-movements.ts';
import { RulesVersion } from './rules-version.tsx';
import type { LedgerEntry } from './use-ledger.ts';

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  timeZone: string;
}

export function LedgerTable({ entries, timeZone }: LedgerTableProps) {
  const now = Date.now();
  const messageOf = (entry: LedgerEntry) => lotMessage(entry, timeZone, now);
  const columns: Column<LedgerMovement>[] = [
    { header: 'Lançamento', cell: (movement) => <What movement={movement} messageOf={messageOf} /> },
    { header: 'Quando', cell: ({ entry }) => <When entry={entry} timeZone={timeZone} /> },
    { header: 'Valor', align: 'end', cell: ({ amountCents }) => <Amount cents={amountCents} /> },
    {
      header: 'Saldo depois',
      align: 'end',
      cell: ({ entry }) => <span className={styles.balance}>{formatCents(entry.balanceAfterCents)}</span>,
    },
  ];
  return (
    <div className={styles.movements}>
      <DataTable
        caption="Extrato"
        columns={columns}
        rows={foldMovements(entries)}
        rowKey={({ parts }) => String(parts.at(-1)?.id)}
      />
    </div>
  );
}

interface WhatProps {
  movement: LedgerMovement;
  messageOf: (entry: LedgerEntry) => string;
}

function What({ movement: { entry, parts }, messageOf }: WhatProps) {
  return (
    <div className={styles.what}>
      <span className={styles.title}>{entryTitle(entry)}</span>
      {entry.reason && <span className={styles.muted}>Motivo: {entry.reason}</span>}
      {parts.length === 1 ? (
        <>
          <span className={styles.muted}>{messageOf(entry)}</span>
          {opensLot(entry) && <RulesVersion lot={entry.lot} />}
        </>
      ) : (
        <Parts parts={parts} messageOf={messageOf} />
      )}
    </div>
  );
}

/** The credits that the movement took or gave back, folded. */
function Parts({ parts, messageOf }: { parts: LedgerEntry[]; messageOf: WhatProps['messageOf'] }) {
  const [first] = parts;
  return (
    <Disclosure label={`${parts.length} créditos`} of={first && entryTitle(first)}>
      <ul className={styles.partList}>
        {parts.map((part) => (
          <li key={part.id} className={styles.part}>
            <span className={styles.balance}>{formatSigned(part.amountCents)}</span>
            <span className={styles.muted}>{messageOf(part)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
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
