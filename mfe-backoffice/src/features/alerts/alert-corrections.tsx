import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useStaffSession } from 'federation/remote-host';
import { Link } from 'react-router-dom';
import { Card, CardHeader } from 'ui/card';
import { type Column, DataTable } from 'ui/data-table';
import type { ShownAlert } from './use-alerts.ts';

type Correction = ShownAlert['corrections'][number];

/** Corrections of balances, which another one undoes. */
export function AlertCorrections({ corrections }: { corrections: readonly Correction[] }) {
  const { timeZone } = useStaffSession().merchant;
  const columns: Column<Correction>[] = [
    {
      header: 'Cliente',
      cell: ({ customerId, customerName, phone }) => (
        <Link to={`/customers/${customerId}`}>{customerName ?? (phone ? formatPhone(phone) : '–')}</Link>
      ),
    },
    { header: 'Quando', cell: ({ createdAt }) => formatDayAndTime(createdAt, timeZone) },
    { header: 'Quem', cell: ({ employeeName }) => employeeName },
    { header: 'Motivo', cell: ({ reason }) => reason },
    { header: 'Valor', align: 'end', cell: ({ amountCents }) => formatCents(amountCents) },
  ];
  return (
    <Card flush>
      <CardHeader
        title="Ajustes"
        description="Um ajuste se desfaz com outro, de valor contrário, no cadastro do cliente."
      />
      <DataTable caption="Ajustes" columns={columns} rows={corrections} rowKey={({ id }) => id} />
    </Card>
  );
}
