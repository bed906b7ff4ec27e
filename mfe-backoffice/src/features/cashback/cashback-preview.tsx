import { cashbackCents, formatCents, formatRate } from 'domain/money';
import type { ReactNode } from 'react';
import styles from './cashback-preview.module.css';

interface CashbackPreviewProps {
  amountCents: number;
  rateBasisPoints: number;
  /** The customer, above the number. */
  children: ReactNode;
}

/** The customer and the cashback, updated as the form is typed; rounded by the server's function. */
export function CashbackPreview({ amountCents, rateBasisPoints, children }: CashbackPreviewProps) {
  const rate = formatRate(rateBasisPoints);
  return (
    <div className={styles.preview}>
      {children}
      <div className={styles.cashback}>
        <p className={styles.title} id="cashback-calculado">
          Cashback calculado
        </p>
        <output className={styles.number} aria-labelledby="cashback-calculado">
          <span className={styles.amount}>{formatCents(cashbackCents(amountCents, rateBasisPoints))}</span>
          <span className={styles.rate}>
            {amountCents > 0 ? `${rate} de ${formatCents(amountCents)}` : `${rate} do valor da compra`}
          </span>
        </output>
      </div>
    </div>
  );
}
