import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { redemptionMessage } from 'domain/whatsapp';
import { useStaffSession } from 'federation/remote-host';
import { QrDialog } from '../../lib/qr-dialog.tsx';
import type { FoundCustomer } from './found-customer.ts';
import styles from './redemption-dialog.module.css';
import type { PreparedRedemption } from './use-create-redemption.ts';
import { useRedemptionConfirmation } from './use-redemption-confirmation.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

interface RedemptionDialogProps {
  prepared: PreparedRedemption;
  customer: FoundCustomer;
  onClose: () => void;
}

/** The redemption's QR code until the customer has confirmed it or its fifteen minutes are over. */
export function RedemptionDialog({ prepared, customer, onClose }: RedemptionDialogProps) {
  const { merchant } = useStaffSession();
  const { redemption, validUntil } = prepared;
  const isConfirmed = useRedemptionConfirmation(redemption.redemptionId);
  const secondsLeft = useSecondsLeft(validUntil);
  const amount = formatCents(redemption.amountCents);
  return (
    <QrDialog
      title="QR Code do Resgate"
      link={redemption.link}
      state={isConfirmed ? 'confirmed' : secondsLeft > 0 ? 'waiting' : 'expired'}
      confirmation={`Confirmado! ${amount} resgatados`}
      validity={<Validity secondsLeft={secondsLeft} />}
      rows={[
        { label: 'Cliente', value: customer.name ?? 'Não informado' },
        { label: 'Telefone', value: formatPhone(customer.phone) },
        { label: 'Valor do resgate', value: amount, strong: true },
      ]}
      warning="O cliente precisa escanear este QR Code para confirmar o resgate."
      // As it was typed: the redemption's own may be masked.
      whatsApp={{ phone: customer.phone, text: redemptionMessage(redemption, merchant.name) }}
      onClose={onClose}
    />
  );
}

/** 'Válido por 14:32' */
function Validity({ secondsLeft }: { secondsLeft: number }) {
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return (
    <p role="timer" className={styles.validity}>
      Válido por{' '}
      <span className={styles.clock}>
        {minutes}:{seconds}
      </span>
    </p>
  );
}
