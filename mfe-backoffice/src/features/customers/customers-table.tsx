import { formatDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { ExternalLink } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from 'ui/button-link';
import { type Column, DataTable } from 'ui/data-table';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './customer-list.module.css';
import type { ListedCustomer } from './use-customer-list.ts';

interface CustomersTableProps {
  customers: readonly ListedCustomer[];
  /** The merchant's: days are its own. */
  timeZone: string | undefined;
}

export function CustomersTable({ customers, timeZone }: CustomersTableProps) {
  const columns: Column<ListedCustomer>[] = [
    { header: 'Cliente', cell: (customer) => <Who customer={customer} /> },
    {
      header: 'Total Gasto',
      align: 'end',
      cell: ({ totalSpentCents }) => <span className={styles.amount}>{formatCents(totalSpentCents)}</span>,
    },
    {
      header: 'Cashback Disponível',
      align: 'end',
      cell: ({ availableCents }) => (
        <span className={availableCents > 0 ? `${styles.amount} ${styles.available}` : styles.amount}>
          {formatCents(availableCents)}
        </span>
      ),
    },
    {
      header: 'Última Compra',
      align: 'end',
      cell: ({ lastPurchaseAt }) => (lastPurchaseAt ? formatDay(lastPurchaseAt, timeZone) : '-'),
    },
  ];
  // The public page's address contains the phone: roles with masked contacts get no link to it.
  if (customers.some(({ dashboardLink }) => dashboardLink !== ''))
    columns.push({
      header: 'Ações',
      align: 'end',
      screenOnly: true,
      cell: (customer) => <PublicPage customer={customer} />,
    });
  return <DataTable caption="Clientes" columns={columns} rows={customers} rowKey={({ id }) => id} />;
}

/** The name links to the customer's page, and from there back to this list as it is. */
function Who({ customer: { id, name, phone, email } }: { customer: ListedCustomer }) {
  const { search } = useLocation();
  return (
    <div className={styles.who}>
      <Link
        to={`/customers/${id}`}
        state={{ customerList: search }}
        className={name === null ? `${styles.name} ${styles.nameless}` : styles.name}
      >
        {name ?? 'Nome não informado'}
        {name === null && <VisuallyHidden>, {formatPhone(phone)}</VisuallyHidden>}
      </Link>
      <span className={styles.muted}>{formatPhone(phone)}</span>
      {email && <span className={styles.muted}>{email}</span>}
    </div>
  );
}

function PublicPage({ customer: { name, phone, dashboardLink } }: { customer: ListedCustomer }) {
  return (
    <ButtonLink
      variant="ghost"
      href={dashboardLink}
      target="_blank"
      icon={<ExternalLink />}
      className={styles.details}
    >
      <span>
        Ver Detalhes
        <VisuallyHidden> de {name ?? formatPhone(phone)} (abre em uma nova aba)</VisuallyHidden>
      </span>
    </ButtonLink>
  );
}
