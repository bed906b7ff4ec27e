import { formatCents } from 'domain/money';
import { PiggyBank, ShoppingBag } from 'lucide-react';
import { Card } from 'ui/card';
import { StatTile } from 'ui/stat-tile';
import styles from './balance-summary.module.css';
import { DatedCredits, type Programme } from './dated-credits.tsx';

/** 'R$ 99.999,99' still fits half a small phone. */
const MAX_HALF_WIDTH_LENGTH = 12;

interface BalanceSummaryProps {
  programmes: readonly Programme[];
  /** The figures may be others by now: they are shown fainter. */
  isOld: boolean;
}

/** The three figures; over several programmes, their sums. */
export function BalanceSummary({ programmes, isOld }: BalanceSummaryProps) {
  const [single] = programmes.length === 1 ? programmes : [];
  const earned = formatCents(sum(programmes, (programme) => programme.totalCashbackCents));
  const spent = formatCents(sum(programmes, (programme) => programme.totalSpentCents));
  const isLong = Math.max(earned.length, spent.length) > MAX_HALF_WIDTH_LENGTH;
  return (
    <>
      <Card className={styles.balance}>
        <dl className={styles.available}>
          <dt className={styles.label}>Disponível</dt>
          <dd className={isOld ? `${styles.figure} ${styles.old}` : styles.figure}>
            {formatCents(sum(programmes, (programme) => programme.availableCents))}
          </dd>
        </dl>
        {single && <DatedCredits programme={single} />}
      </Card>
      <div className={[styles.tiles, isLong && styles.long, isOld && styles.old].filter(Boolean).join(' ')}>
        <StatTile title="Total Acumulado" value={earned} icon={<PiggyBank />} color="purple" />
        <StatTile title="Total Gasto" value={spent} icon={<ShoppingBag />} color="blue" />
      </div>
    </>
  );
}

function sum(programmes: readonly Programme[], cents: (programme: Programme) => number): number {
  return programmes.reduce((total, programme) => total + cents(programme), 0);
}
