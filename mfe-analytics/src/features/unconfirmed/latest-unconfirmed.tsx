import { formatDayAndTime } from 'domain/local-dates';
import { formatPhone } from 'domain/phone';
import { Link } from 'react-router-dom';
import { type Column, DataTable } from 'ui/data-table';
import { Money } from 'ui/money';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './unconfirmed.module.css';
import type { UnconfirmedSale } from './use-unconfirmed.ts';

/** What the columns are called, for the table and what stands in for it. */
export const UNCONFIRMED_COLUMNS = [
  { header: 'Cliente', lines: 2 },
  { header: 'Venda' },
  { header: 'Valor', align: 'end' },
  { header: 'Cashback', align: 'end' },
  { header: 'Pode escanear até', align: 'end' },
] as const;

interface LatestUnconfirmedProps {
  sales: readonly UnconfirmedSale[];
  timeZone: string;
}

export function LatestUnconfirmed({ sales, timeZone }: LatestUnconfirmedProps) {
  const cells: Column<UnconfirmedSale>['cell'][] = [
    (sale) => <Who sale={sale} />,
    ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} />,
    ({ amountCents }) => <Money cents={amountCents} />,
    ({ cashbackCents }) => <Money cents={cashbackCents} />,
    ({ expiresAt }) => <Moment at={expiresAt} timeZone={timeZone} />,
  ];
  return (
    <DataTable
      caption="Vendas que ainda podem ser escaneadas"
      columns={UNCONFIRMED_COLUMNS.map((column, index) => ({
        ...column,
        cell: cells[index] ?? (() => null),
      }))}
      rows={sales}
      rowKey={({ transactionId }) => transactionId}
    />
  );
}

/** The name leads to all that staff see of the customer. */
function Who({ sale: { customerId, customerName, phone } }: { sale: UnconfirmedSale }) {
  return (
    <div className={styles.who}>
      <Link
        to={`/customers/${customerId}`}
        className={customerName === null ? `${styles.name} ${styles.nameless}` : styles.name}
      >
        {customerName ?? 'Nome não informado'}
        {customerName === null && <VisuallyHidden>, {formatPhone(phone)}</VisuallyHidden>}
      </Link>
      <span className={styles.muted}>{formatPhone(phone)}</span>
    </div>
  );
}

function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time className={styles.moment} dateTime={at}>
      {formatDayAndTime(at, timeZone)}
    </time>
  );
}
