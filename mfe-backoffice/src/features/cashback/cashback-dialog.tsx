import { formatCents, formatRate } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { cashbackMessage } from 'domain/whatsapp';
import { useStaffSession } from 'federation/remote-host';
import { QrDialog } from '../../lib/qr-dialog.tsx';
import { type UndonePurchase, UndoPurchaseButton } from '../../lib/undo-purchase-button.tsx';
import { PrintSlip } from './print-slip.tsx';
import { useCashbackConfirmation } from './use-cashback-confirmation.ts';
import type { IssuedCashback } from './use-issue-cashback.ts';

interface CashbackDialogProps {
  issued: IssuedCashback;
  onClose: () => void;
  /** Where the purchase may be undone: the number was wrong. */
  onUndone?: ((purchase: UndonePurchase) => void) | undefined;
}

/** The purchase's QR code until the customer has it. The numbers are the server's, not the preview's. */
export function CashbackDialog({ issued, onClose, onUndone }: CashbackDialogProps) {
  const { merchant } = useStaffSession();
  const { transactionId, amountCents } = issued;
  const isConfirmed = useCashbackConfirmation(transactionId);
  const cashback = formatCents(issued.cashbackCents);
  return (
    <QrDialog
      title="QR Code do Cashback"
      link={issued.link}
      state={isConfirmed ? 'confirmed' : 'waiting'}
      confirmation={`Confirmado! ${cashback} creditados`}
      rows={[
        { label: 'Valor da compra', value: formatCents(issued.amountCents) },
        { label: 'Cashback', value: `${cashback} (${formatRate(issued.rateBasisPoints)})`, strong: true },
        { label: 'Telefone do cliente', value: formatPhone(issued.phone) },
      ]}
      warning="O cliente precisa escanear este QR Code para confirmar e receber o cashback."
      whatsApp={{ phone: issued.phone, text: cashbackMessage(issued, merchant.name) }}
      actions={<PrintSlip merchant={merchant} issued={issued} />}
      correction={
        onUndone && <UndoPurchaseButton purchase={{ id: transactionId, amountCents }} onUndone={onUndone} />
      }
      onClose={onClose}
    />
  );
}
