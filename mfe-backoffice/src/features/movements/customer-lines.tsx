import { formatPhone } from 'domain/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface Movement {
  customerId: string;
  customerName: string | null;
  phone: string;
}

/** The customer, with a link to their page; the phone stands under a name. */
export function customerLines({ customerId, ...customer }: Movement): ReactNode[] {
  const link = (
    <Link key="link" to={`/customers/${customerId}`}>
      {customerLabel(customer)}
    </Link>
  );
  return customer.customerName === null ? [link] : [link, formatPhone(customer.phone)];
}

/** The name, or the phone of an unnamed customer. */
export function customerLabel({ customerName, phone }: Pick<Movement, 'customerName' | 'phone'>): string {
  return customerName ?? formatPhone(phone);
}
