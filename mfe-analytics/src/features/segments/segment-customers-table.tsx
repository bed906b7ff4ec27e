import { type Column, DataTable } from 'ui/data-table';
import { Money } from 'ui/money';
import { CustomerLink } from '../../lib/customer-link.tsx';
import { formatCount, formatDate } from '../../lib/number-formats.ts';
import type { SegmentCustomer } from './use-segment-customers.ts';

export const CUSTOMER_COLUMNS = [
  {
    header: 'Cliente',
    lines: 2,
    cell: ({ customerId, name, phone }) => <CustomerLink customerId={customerId} name={name} phone={phone} />,
  },
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
