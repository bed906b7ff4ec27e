import { formatDay } from 'domain/local-dates';
import { formatPhone } from 'domain/phone';
import type { CustomerDetail } from './customer-detail.ts';
import styles from './customer-facts.module.css';

/** The customer's contacts, on a line below the name. */
export function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const { timeZone, lastPurchaseAt, erasedAt } = customer;
  const facts: { label: string; value: string; isLong?: boolean }[] = [
    ...(erasedAt ? [] : [{ label: 'Telefone', value: formatPhone(customer.phone) }]),
    { label: 'Cliente desde', value: formatDay(customer.createdAt, timeZone) },
    { label: 'Última compra', value: lastPurchaseAt ? formatDay(lastPurchaseAt, timeZone) : 'Nenhuma' },
    ...(erasedAt
      ? []
      : [{ label: 'Email', value: customer.email ?? 'Não informado', isLong: customer.email !== null }]),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, isLong }) => (
        <div key={label} className={isLong ? `${styles.fact} ${styles.long}` : styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
