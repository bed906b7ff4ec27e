import type { ApiOutputs } from 'api/contract';
import { formatCents, formatRate } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useDocumentTitle } from 'federation/use-document-title';
import { useEffect, useState } from 'react';
import { mutate } from '../../lib/api.ts';
import { errorMessage, isPassing } from '../../lib/call-errors.ts';
import { readPageContext } from '../../lib/page-context.ts';
import { useCall } from '../../lib/use-call.ts';
import { CASHBACK_CHEER } from './cashback-receipt.tsx';
import { ConfirmationFailure } from './confirmation-failure.tsx';
import { ConfirmationProgress } from './confirmation-progress.tsx';
import { ConfirmationReceipt } from './confirmation-receipt.tsx';
import { whenPageIsShown } from './page-shown.ts';
import styles from './trial-screen.module.css';

/** The link of a merchant's trial purchase: it looks like a customer's, and says that it is none. */
export function TrialScreen({ token }: { token: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => whenPageIsShown(() => setIsShown(true)), []);
  const call = useCall(`trial/${token}`, (signal) => mutate('trials', 'confirm', { token }, signal), {
    isWanted: isShown,
  });
  const { merchant } = readPageContext();
  useDocumentTitle('Compra de teste', merchant?.name);
  if (call.status === 'loading') {
    return <ConfirmationProgress kind="cashback" merchant={merchant} isSlow={false} />;
  }
  if (call.status === 'failed') {
    const onRetry = isPassing(call.error) ? call.retry : undefined;
    return <ConfirmationFailure message={errorMessage(call.error)} onRetry={onRetry} merchant={merchant} />;
  }
  return <TrialReceipt trial={call.data} />;
}

function TrialReceipt({ trial }: { trial: ApiOutputs['trials']['confirm'] }) {
  const { merchantName, amountCents, cashbackCents, rateBasisPoints, phone } = trial;
  return (
    <ConfirmationReceipt
      program={trial}
      cheer={CASHBACK_CHEER}
      message="É isto que o seu cliente verá."
      headline={`+${formatCents(cashbackCents)}`}
      headlineNote={`${formatRate(rateBasisPoints)} de ${formatCents(amountCents)}`}
      rows={[
        { label: 'Estabelecimento', value: merchantName },
        { label: 'Telefone', value: formatPhone(phone) },
      ]}
      isTrial
    >
      <div className={styles.note}>
        <p className={styles.title}>Compra de teste: nada foi creditado</p>
        <p>Ela não entra em nenhum número. Volte ao painel, que já mostra “Confirmado!”.</p>
      </div>
    </ConfirmationReceipt>
  );
}
