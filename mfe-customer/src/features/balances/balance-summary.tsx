import { formatCents } from 'domain/money';
import { PiggyBank, ShoppingBag } from 'lucide-react';
import { Card } from 'ui/card';
import { StatTile } from 'ui/stat-tile';
import styles from './balance-summary.module.css';
import { DatedCredits, type Program } from './dated-credits.tsx';

/** 'R$ 99.999,99' still fits half a small phone. */
const MAX_HALF_WIDTH_LENGTH = 12;

interface BalanceSummaryProps {
  programs: readonly Program[];
  /** The amounts may be others by now: they are shown fainter. */
  isOld: boolean;
}

/** The three amounts; over several programs, their sums. */
export function BalanceSummary({ programs, isOld }: BalanceSummaryProps) {
  const [single] = programs.length === 1 ? programs : [];
  const earned = formatCents(sum(programs, (program) => program.totalCashbackCents));
  const spent = formatCents(sum(programs, (program) => program.totalSpentCents));
  const isLong = Math.max(earned.length, spent.length) > MAX_HALF_WIDTH_LENGTH;
  return (
    <>
      <Card className={styles.balance}>
        <dl className={styles.available}>
          <dt className={styles.label}>Disponível</dt>
          <dd className={isOld ? `${styles.amount} ${styles.old}` : styles.amount}>
            {formatCents(sum(programs, (program) => program.availableCents))}
          </dd>
        </dl>
        {single && <DatedCredits program={single} />}
      </Card>
      <div className={[styles.tiles, isLong && styles.long, isOld && styles.old].filter(Boolean).join(' ')}>
        <StatTile title="Total Acumulado" value={earned} icon={<PiggyBank />} color="purple" />
        <StatTile title="Total Gasto" value={spent} icon={<ShoppingBag />} color="blue" />
      </div>
    </>
  );
}

function sum(programs: readonly Program[], cents: (program: Program) => number): number {
  return programs.reduce((total, program) => total + cents(program), 0);
}
