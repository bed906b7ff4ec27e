import type { ApiOutputs } from 'api/contract';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { Money } from 'ui/money';
import { trpc } from '../../lib/trpc.ts';
import { ConfirmationReceipt } from './confirmation-receipt.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';
import { useConfirmation } from './use-confirmation.ts';

type Redemption = ApiOutputs['redemptions']['confirm'];

/** Opening the link of a redemption's QR code takes its amount from the balance. */
export function RedemptionConfirmation({ token }: { token: string }) {
  const { client } = trpc.useUtils();
  const confirmation = useConfirmation('redemption', token, (scanned, options) =>
    client.redemptions.confirm.mutate({ token: scanned }, options),
  );
  return (
    <ConfirmationScreen title="Resgate" progress="Processando seu resgate..." confirmation={confirmation}>
      {(redemption) => <RedemptionReceipt redemption={redemption} />}
    </ConfirmationScreen>
  );
}

function RedemptionReceipt({ redemption }: { redemption: Redemption }) {
  return (
    <ConfirmationReceipt
      programme={redemption}
      cheer="Resgate Confirmado!"
      sentence="Seu cashback foi resgatado com sucesso!"
      figure={formatCents(redemption.amountCents)}
      figureNote="Descontado do seu saldo"
      rows={[
        { label: 'Estabelecimento', value: redemption.merchantName },
        { label: 'Telefone', value: formatPhone(redemption.phone) },
        { label: 'Saldo restante', value: <Money cents={redemption.availableCents} />, strong: true },
      ]}
    />
  );
}
