import { cashbackCents, type EarningRule, earningRate, formatCents, formatRate } from 'domain/money';
import type { ReactNode } from 'react';
import { noCashbackMessage } from '../../lib/no-cashback.ts';
import styles from './cashback-preview.module.css';

interface CashbackPreviewProps {
  amountCents: number;
  rule: EarningRule;
  /** The customer, above the number. */
  children: ReactNode;
}

/** The customer and the cashback, updated as the form is typed; rounded by the server's function. */
export function CashbackPreview({ amountCents, rule, children }: CashbackPreviewProps) {
  const rate = earningRate(amountCents, rule);
  return (
    <div className={styles.preview}>
      {children}
      <div className={styles.cashback}>
        <p className={styles.title} id="cashback-calculado">
          Cashback calculado
        </p>
        <output className={styles.number} aria-labelledby="cashback-calculado">
          <span className={styles.amount}>{formatCents(cashbackCents(amountCents, rate))}</span>
          <span className={styles.rate}>{explanationOf(amountCents, rule)}</span>
        </output>
      </div>
    </div>
  );
}

function explanationOf(amountCents: number, rule: EarningRule): string {
  if (amountCents === 0) return `${formatRate(rule.rateBasisPoints)} do valor da compra`;
  const rate = earningRate(amountCents, rule);
  return rate === 0
    ? noCashbackMessage(amountCents, rule.earningMinPurchaseCents)
    : `${formatRate(rate)} de ${formatCents(amountCents)}`;
}
