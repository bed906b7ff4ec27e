import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useStaffSession } from 'federation/remote-host';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import { noCashbackMessage } from '../../lib/no-cashback.ts';
import { type UndonePurchase, UndoPurchaseButton } from '../../lib/undo-purchase-button.tsx';
import { useNextKey } from '../../lib/use-next-key.ts';
import styles from './no-cashback-dialog.module.css';
import type { IssuedCashback } from './use-issue-cashback.ts';

interface NoCashbackDialogProps {
  issued: IssuedCashback;
  onClose: () => void;
  onUndone?: ((purchase: UndonePurchase) => void) | undefined;
}

/** In place of the code of a purchase that earns nothing. Closes as the code's dialog does. */
export function NoCashbackDialog({ issued, onClose, onUndone }: NoCashbackDialogProps) {
  const { merchant } = useStaffSession();
  const { transactionId: id, amountCents } = issued;
  useNextKey(onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Compra registrada"
      closeOnOutsideClick={false}
      initialFocus="dialog"
      footer={
        <Button aria-keyshortcuts="N" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <div className={styles.content}>
        <Alert tone="info" role="status">
          {noCashbackMessage(amountCents, merchant.earningMinPurchaseCents)} Não há QR Code para o cliente
          ler.
        </Alert>
        <DefinitionList
          rows={[
            { label: 'Valor da compra', value: formatCents(amountCents) },
            { label: 'Cashback', value: formatCents(issued.cashbackCents), strong: true },
            { label: 'Telefone do cliente', value: formatPhone(issued.phone) },
          ]}
        />
        {onUndone && <UndoPurchaseButton purchase={{ id, amountCents }} onUndone={onUndone} />}
      </div>
    </Dialog>
  );
}
