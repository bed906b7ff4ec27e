import { formatDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { Link } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { buttonClassName } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import type { CustomerDetail } from './customer-detail.ts';
import styles from './merged-records.module.css';

/** On a merged record: a link to the record that has the balance now. */
export function MergedInto({ id, phone }: { id: string; phone: string }) {
  return (
    <Alert
      tone="info"
      role="note"
      title={`Este cadastro foi unido ao de ${formatPhone(phone)}`}
      action={
        <Link to={`/customers/${id}`} className={buttonClassName({ variant: 'secondary' })}>
          Ver cadastro atual
        </Link>
      }
    >
      O saldo, as compras e os resgates estão lá. Aqui fica o extrato até a união.
    </Alert>
  );
}

/** On the record that stayed: what came into it. */
export function MergedRecords({ customer }: { customer: CustomerDetail }) {
  if (customer.mergedRecords.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Cadastros unidos a este" />
      <ul className={styles.list}>
        {customer.mergedRecords.map((record) => (
          <li key={record.id} className={styles.record}>
            <div className={styles.text}>
              <Link to={`/customers/${record.id}`}>{formatPhone(record.phone)}</Link>
              <p className={styles.detail}>
                Em {formatDay(record.createdAt, customer.timeZone)} por {record.employeeName}: {record.reason}
              </p>
            </div>
            <p className={styles.amount}>
              {record.movedCents > 0 ? `${formatCents(record.movedCents)} recebidos` : 'Não tinha saldo'}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
