import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { Money } from 'ui/money';
import type { Confirmed } from './confirmation.ts';
import { ConfirmationReceipt } from './confirmation-receipt.tsx';

export const REDEMPTION_CHEER = 'Resgate Confirmado!';

export function RedemptionReceipt({ redemption }: { redemption: Confirmed['redemption'] }) {
  return (
    <ConfirmationReceipt
      program={redemption}
      cheer={REDEMPTION_CHEER}
      message="Seu cashback foi resgatado com sucesso!"
      headline={formatCents(redemption.amountCents)}
      headlineNote="Descontado do seu saldo"
      rows={[
        { label: 'Estabelecimento', value: redemption.merchantName },
        { label: 'Telefone', value: formatPhone(redemption.phone) },
        { label: 'Saldo restante', value: <Money cents={redemption.availableCents} />, strong: true },
      ]}
    />
  );
}
