import type { ApiOutputs } from 'api/contract';
import { formatCents, formatRate } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { Money } from 'ui/money';
import { formatDay } from '../../lib/local-dates.ts';
import { trpc } from '../../lib/trpc.ts';
import { ConfirmationReceipt } from './confirmation-receipt.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';
import styles from './confirmations.module.css';
import { useConfirmation } from './use-confirmation.ts';

type Cashback = ApiOutputs['cashback']['confirm'];

/** Opening the link of a purchase's QR code credits its cashback. */
export function CashbackConfirmation({ token }: { token: string }) {
  const { client } = trpc.useUtils();
  const confirmation = useConfirmation('cashback', token, (scanned, options) =>
    client.cashback.confirm.mutate({ token: scanned }, options),
  );
  return (
    <ConfirmationScreen title="Cashback" progress="Processando seu cashback..." confirmation={confirmation}>
      {(cashback) => <CashbackReceipt cashback={cashback} />}
    </ConfirmationScreen>
  );
}

function CashbackReceipt({ cashback }: { cashback: Cashback }) {
  const { merchantName, amountCents, cashbackCents, rateBasisPoints, availableAt } = cashback;
  const isMaturing = availableAt !== null && Date.parse(availableAt) > Date.now();
  return (
    <ConfirmationReceipt
      programme={cashback}
      cheer="Parabéns!"
      sentence="Seu cashback foi creditado com sucesso!"
      figure={`+${formatCents(cashbackCents)}`}
      figureNote={
        <>
          {formatRate(rateBasisPoints)} de {formatCents(amountCents)}
          {/* No time zone comes with a confirmation: who confirms stands in the shop, and so does their phone. */}
          {isMaturing && (
            <span className={styles.maturing}>a liberar em {formatDay(availableAt, undefined)}</span>
          )}
        </>
      }
      rows={[
        { label: 'Estabelecimento', value: merchantName },
        { label: 'Telefone', value: formatPhone(cashback.phone) },
        { label: 'Saldo disponível', value: <Money cents={cashback.availableCents} />, strong: true },
      ]}
    >
      <div className={styles.thanks}>
        <p>Continue comprando para acumular ainda mais cashback.</p>
        <p>Obrigado por comprar em {merchantName}!</p>
      </div>
    </ConfirmationReceipt>
  );
}
