import { formatDayAndTime } from 'domain/local-dates';
import { type Column, DataTable } from 'ui/data-table';
import { Money } from 'ui/money';
import { CustomerLink } from '../../lib/customer-link.tsx';
import { PurchaseCodeActions } from './purchase-code-actions.tsx';
import styles from './unconfirmed.module.css';
import type { UnconfirmedPurchase } from './use-unconfirmed.ts';

/** The column headers, for the table and its skeleton. */
export const UNCONFIRMED_COLUMNS = [
  { header: 'Cliente', lines: 2 },
  { header: 'Venda' },
  { header: 'Valor', align: 'end' },
  { header: 'Cashback', align: 'end' },
  { header: 'Pode escanear até', align: 'end' },
  { header: 'QR Code', lines: 2, align: 'end', wholeLine: true },
] as const;

interface LatestUnconfirmedProps {
  purchases: readonly UnconfirmedPurchase[];
  timeZone: string;
}

export function LatestUnconfirmed({ purchases, timeZone }: LatestUnconfirmedProps) {
  const cells: Column<UnconfirmedPurchase>['cell'][] = [
    ({ customerId, customerName: name, phone }) => (
      <div className={styles.customer}>
        <CustomerLink customerId={customerId} name={name} phone={phone} />
      </div>
    ),
    ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} />,
    ({ amountCents }) => <Money cents={amountCents} />,
    ({ cashbackCents }) => <Money cents={cashbackCents} />,
    ({ expiresAt }) => <Moment at={expiresAt} timeZone={timeZone} />,
    (purchase) => <PurchaseCodeActions purchase={purchase} />,
  ];
  return (
    <DataTable
      caption="Vendas que ainda podem ser escaneadas"
      columns={UNCONFIRMED_COLUMNS.map((column, index) => ({
        ...column,
        cell: cells[index] ?? (() => null),
      }))}
      rows={purchases}
      rowKey={({ transactionId }) => transactionId}
    />
  );
}

function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time className={styles.moment} dateTime={at}>
      {formatDayAndTime(at, timeZone)}
    </time>
  );
}
