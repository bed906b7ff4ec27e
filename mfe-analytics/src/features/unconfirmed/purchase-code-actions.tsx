import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { cashbackMessage, whatsAppLink } from 'domain/whatsapp';
import { CodeActions } from 'federation/code-actions';
import { useStaffSession } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import styles from './unconfirmed.module.css';
import type { UnconfirmedPurchase } from './use-unconfirmed.ts';

/** The counter's screen shows the code. */
export function PurchaseCodeActions({ purchase }: { purchase: UnconfirmedPurchase }) {
  const { transactionId: id, customerName, phone, amountCents } = purchase;
  const { merchant } = useStaffSession();
  const { showCode } = trpc.useUtils().cashback;

  async function askWhatsAppLink() {
    const code = await showCode.fetch({ id }, { staleTime: 0, retry: false });
    return whatsAppLink(code.phone, cashbackMessage(code, merchant.name));
  }

  return (
    <div className={styles.actions}>
      <CodeActions
        to={`/cashback?codigo=${id}`}
        what={`da compra de ${formatCents(amountCents)} de ${customerName ?? formatPhone(phone)}`}
        askWhatsAppLink={askWhatsAppLink}
      />
    </div>
  );
}
