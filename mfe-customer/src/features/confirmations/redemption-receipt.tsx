import { formatCents } from 'domain/money';
import type { Confirmed } from './confirmation.ts';
import { balanceRows, ConfirmationReceipt } from './confirmation-receipt.tsx';

export const REDEMPTION_CHEER = 'Resgate Confirmado!';

export function RedemptionReceipt({ redemption }: { redemption: Confirmed['redemption'] }) {
  return (
    <ConfirmationReceipt
      program={redemption}
      cheer={REDEMPTION_CHEER}
      message="Seu cashback foi resgatado com sucesso!"
      headline={formatCents(redemption.amountCents)}
      headlineNote="Descontado do seu saldo"
      rows={balanceRows(redemption, 'Saldo restante')}
    />
  );
}
