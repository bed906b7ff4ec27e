import { isPhone } from 'domain/phone';
import { whatsAppLink } from 'domain/whatsapp';
import { useStaffSession } from 'federation/remote-host';
import { Gift, MessageCircle, QrCode } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { ButtonLink } from 'ui/button-link';
import styles from './customer-actions.module.css';
import type { CustomerDetail } from './customer-detail.ts';
import { customerMessage } from './customer-message.ts';

/** To the counter's screens with this customer's phone, and to a chat. Nothing without a whole phone. */
export function CounterActions({ customer }: { customer: CustomerDetail }) {
  const { merchant } = useStaffSession();
  if (!isPhone(customer.phone)) return null;
  const state = { phone: customer.phone };
  return (
    <div className={styles.actions}>
      <Link to="/cashback" state={state} className={buttonClassName({})}>
        <QrCode aria-hidden="true" />
        Gerar cashback
      </Link>
      <Link to="/redemption" state={state} className={buttonClassName({ variant: 'secondary' })}>
        <Gift aria-hidden="true" />
        Resgatar
      </Link>
      <ButtonLink
        variant="secondary"
        href={whatsAppLink(customer.phone, customerMessage(customer, merchant.name))}
        target="_blank"
        icon={<MessageCircle />}
      >
        WhatsApp
      </ButtonLink>
    </div>
  );
}
