import { formatDay } from 'domain/local-dates';
import { formatCents, formatRate } from 'domain/money';
import type { ReactNode } from 'react';
import type { Confirmed } from './confirmation.ts';
import { balanceRows, ConfirmationReceipt } from './confirmation-receipt.tsx';
import styles from './confirmations.module.css';

/**
 * A phone's clock may be this much behind the server's; a credit that is available at once is not 'to come'.
 */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

export const CASHBACK_CHEER = 'Parabéns!';

interface CashbackReceiptProps {
  cashback: Confirmed['cashback'];
  /** What comes later, under the receipt. */
  addition?: ReactNode;
}

export function CashbackReceipt({ cashback, addition }: CashbackReceiptProps) {
  const { merchantName, amountCents, cashbackCents, rateBasisPoints, availableAt } = cashback;
  const maturesOn = availableAt === null ? undefined : dayToCome(availableAt, cashback.timeZone);
  return (
    <ConfirmationReceipt
      program={cashback}
      addition={addition}
      cheer={CASHBACK_CHEER}
      message="Seu cashback foi creditado com sucesso!"
      headline={`+${formatCents(cashbackCents)}`}
      headlineNote={
        <>
          {formatRate(rateBasisPoints)} de {formatCents(amountCents)}
          {maturesOn && <span className={styles.maturing}>a liberar em {maturesOn}</span>}
        </>
      }
      rows={balanceRows(cashback, 'Saldo disponível')}
    >
      <div className={styles.thanks}>
        <p>Continue comprando para acumular ainda mais cashback.</p>
        <p>{merchantName} agradece a sua compra!</p>
      </div>
    </ConfirmationReceipt>
  );
}

/** 'dd/MM/yyyy' of a credit that is still to come, else undefined. */
function dayToCome(availableAt: string, timeZone: string): string | undefined {
  const isToCome = Date.parse(availableAt) - Date.now() > CLOCK_TOLERANCE_MS;
  return isToCome ? formatDay(availableAt, timeZone) : undefined;
}
