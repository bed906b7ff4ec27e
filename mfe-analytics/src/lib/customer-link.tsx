import { formatPhone } from 'domain/phone';
import { Link } from 'react-router-dom';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './customer-link.module.css';

interface CustomerLinkProps {
  customerId: string;
  name: string | null;
  phone: string;
}

/** A table's cell with the customer; the name links to the customer's page in the back office. */
export function CustomerLink({ customerId, name, phone }: CustomerLinkProps) {
  return (
    <div className={styles.who}>
      <Link
        to={`/customers/${customerId}`}
        className={name === null ? `${styles.name} ${styles.nameless}` : styles.name}
      >
        {name ?? 'Nome não informado'}
        {name === null && <VisuallyHidden>, {formatPhone(phone)}</VisuallyHidden>}
      </Link>
      <span className={styles.phone}>{formatPhone(phone)}</span>
    </div>
  );
}
