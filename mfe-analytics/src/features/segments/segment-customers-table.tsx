import { isPhone } from 'domain/phone';
import { callBackMessage, whatsAppLink } from 'domain/whatsapp';
import { useStaffSession } from 'federation/remote-host';
import { MessageCircle } from 'lucide-react';
import { ButtonLink } from 'ui/button-link';
import { type Column, DataTable } from 'ui/data-table';
import { Money } from 'ui/money';
import { VisuallyHidden } from 'ui/visually-hidden';
import { CustomerLink } from '../../lib/customer-link.tsx';
import { formatCount, formatDate } from '../../lib/number-formats.ts';
import styles from './segment-customers-table.module.css';
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
  {
    header: 'Pode usar',
    align: 'end',
    lines: 2,
    cell: (customer) => <Available customer={customer} />,
  },
  { header: 'Ações', align: 'end', wholeLine: true, cell: (customer) => <CallBack customer={customer} /> },
] satisfies (Column<SegmentCustomer> & { lines?: 1 | 2 })[];

interface SegmentCustomersTableProps {
  caption: string;
  customers: readonly SegmentCustomer[];
}

export function SegmentCustomersTable({ caption, customers }: SegmentCustomersTableProps) {
  // Contacts are masked for all of them or for none.
  const mayCall = customers.some(({ phone }) => isPhone(phone));
  return (
    <DataTable
      caption={caption}
      columns={mayCall ? CUSTOMER_COLUMNS : CUSTOMER_COLUMNS.slice(0, -1)}
      rows={customers}
      rowKey={({ customerId }) => customerId}
    />
  );
}

function Available({ customer: { availableCents, expiresOn } }: { customer: SegmentCustomer }) {
  return (
    <span className={styles.available}>
      <Money cents={availableCents} />
      {expiresOn && <span className={styles.expiry}>vence a partir de {formatDate(expiresOn)}</span>}
    </span>
  );
}

/** Opens WhatsApp with a text that holds the balance and the day it begins to expire. */
function CallBack({ customer }: { customer: SegmentCustomer }) {
  const { merchant } = useStaffSession();
  if (!isPhone(customer.phone)) return null;
  return (
    <ButtonLink
      variant="secondary"
      className={styles.call}
      href={whatsAppLink(customer.phone, callBackMessage(customer, merchant.name))}
      target="_blank"
      icon={<MessageCircle />}
    >
      Chamar
      <VisuallyHidden> {customer.name ?? 'cliente sem nome'} no WhatsApp</VisuallyHidden>
    </ButtonLink>
  );
}
