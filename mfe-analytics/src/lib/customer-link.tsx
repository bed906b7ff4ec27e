import { formatPhone } from 'domain/phone';
import { Link } from 'react-router-dom';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './customer-link.module.css';

interface CustomerLinkProps {
  customerId: string;
  name: string | null;
  phone: string;
}

/** A table's cell that says who it is about; the name leads to all that staff see of the customer. */
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
