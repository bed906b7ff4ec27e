import { formatCents } from 'domain/money';
import { changeTenths } from 'domain/report-formulas';
import { type Period, periodBefore } from 'domain/report-periods';
import styles from './comparison.module.css';
import { formatDate, formatSignedTenths } from './number-formats.ts';

interface ComparisonProps {
  now: number;
  before: number;
  kind: 'count' | 'cents';
}

/**
 * '+12,5% em relação ao período anterior'. Where there is little room only the number is seen; it is all read
 * aloud.
 */
export function Comparison(props: ComparisonProps) {
  const change = compare(props);
  if (change === null) {
    return <span className={styles.comparison}>Antes: {props.kind === 'cents' ? formatCents(0) : 0}</span>;
  }
  return (
    <span className={styles.comparison}>
      {change} <span className={styles.text}>em relação ao período anterior</span>
    </span>
  );
}

/** A StatTile's text about the change: `<StatTile {...comparisonTrend(now, before, 'cents')} … />`. */
export function comparisonTrend(now: number, before: number, kind: ComparisonProps['kind']) {
  const trendDirection: 'up' | 'down' | 'flat' = now === before ? 'flat' : now > before ? 'up' : 'down';
  return { trend: <Comparison now={now} before={before} kind={kind} />, trendDirection };
}

/** Null where there was nothing before, of which nothing is a share. */
function compare({ now, before }: ComparisonProps): string | null {
  if (now === before) return 'Sem mudança';
  const tenths = changeTenths(now, before);
  return tenths === null ? null : formatSignedTenths(tenths);
}

/** Explains 'o período anterior'; stands once, near the choice of the period. */
export function ComparedWith({ period }: { period: Period }) {
  const { from, to } = periodBefore(period);
  const before = from === to ? formatDate(from) : `${formatDate(from)} a ${formatDate(to)}`;
  return <p className={styles.compared}>Comparado com {before}</p>;
}
