import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import type { Purchase } from './purchase.ts';

/** A purchase that a person has to look at once more. */
export interface DoubtedPurchase {
  purchase: Purchase;
  question: string;
}

interface PurchaseDoubtDialogProps {
  doubted: DoubtedPurchase;
  /** Resolves to the error where the purchase was not recorded. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks about it. The focus is on going back: a second Enter records nothing. */
export function PurchaseDoubtDialog({ doubted, onConfirm, onClose }: PurchaseDoubtDialogProps) {
  const { phone, amountCents } = doubted.purchase;

  async function confirm() {
    const error = await onConfirm();
    if (error !== undefined) throw error;
  }

  return (
    <ConfirmDialog
      title={doubted.question}
      description={`${formatPhone(phone)} · ${formatCents(amountCents)}`}
      consequences={['Nada foi registrado ainda.']}
      submit={{ label: 'Registrar', pendingLabel: 'Gerando...' }}
      failure="Erro ao gerar QR Code. Tente novamente."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
