import { cashbackCents, formatCents, formatRate } from 'domain/money';
import styles from './cashback-preview.module.css';

interface CashbackPreviewProps {
  amountCents: number;
  rateBasisPoints: number;
}

/** The customer's cashback, updated as the value is typed; rounded by the function that the server uses. */
export function CashbackPreview({ amountCents, rateBasisPoints }: CashbackPreviewProps) {
  const rate = formatRate(rateBasisPoints);
  return (
    <div className={styles.preview}>
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
  );
}
