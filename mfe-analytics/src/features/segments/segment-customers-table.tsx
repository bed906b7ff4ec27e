import { formatPhone } from 'domain/phone';
import { Link } from 'react-router-dom';
import { type Column, DataTable } from 'ui/data-table';
import { Money } from 'ui/money';
import { VisuallyHidden } from 'ui/visually-hidden';
import { formatCount, formatDate } from '../../lib/figures.ts';
import styles from './segments.module.css';
import type { SegmentCustomer } from './use-segment-customers.ts';

export const CUSTOMER_COLUMNS = [
  { header: 'Cliente', lines: 2, cell: (customer) => <Who customer={customer} /> },
  { header: 'Compras', align: 'end', cell: ({ purchases }) => formatCount(purchases) },
  { header: 'Total gasto', align: 'end', cell: ({ spentCents }) => <Money cents={spentCents} /> },
  { header: 'Última compra', align: 'end', cell: ({ lastOn }) => formatDate(lastOn) },
] satisfies (Column<SegmentCustomer> & { lines?: 1 | 2 })[];

interface SegmentCustomersTableProps {
  caption: string;
  customers: readonly SegmentCustomer[];
}

export function SegmentCustomersTable({ caption, customers }: SegmentCustomersTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={CUSTOMER_COLUMNS}
      rows={customers}
      rowKey={({ customerId }) => customerId}
    />
  );
}

/** The name leads to all that staff see of the customer. */
function Who({ customer: { customerId, name, phone } }: { customer: SegmentCustomer }) {
  return (
    <div className={styles.who}>
      <Link
        to={`/customers/${customerId}`}
        className={name === null ? `${styles.name} ${styles.nameless}` : styles.name}
      >
        {name ?? 'Nome não informado'}
        {name === null && <VisuallyHidden>, {formatPhone(phone)}</VisuallyHidden>}
      </Link>
      <span className={styles.muted}>{formatPhone(phone)}</span>
    </div>
  );
}
