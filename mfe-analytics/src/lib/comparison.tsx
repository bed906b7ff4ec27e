import type { ApiOutputs } from 'api/contract';
import { formatCents } from 'domain/money';
import { changeTenths } from 'domain/report-formulas';
import type { Period } from 'domain/report-periods';
import styles from './comparison.module.css';
import { daysText } from './days-text.ts';
import { formatSignedTenths } from './number-formats.ts';

/** A report's days and the days before that its numbers are compared with. */
export interface Compared {
  period: Period;
  before: Period;
  comparison: ApiOutputs['reports']['period']['comparison'];
}

const NO_BREAK_SPACE = '\u00a0';

interface ComparisonProps {
  now: number;
  before: number;
  kind: 'count' | 'cents';
  compared: Compared;
}

/**
 * '+12,5% comparado com 1–22/10'. Where there is little room only the number is seen; it is all read aloud.
 */
export function Comparison({ now, before, kind, compared: { period, comparison } }: ComparisonProps) {
  // The line above the numbers says why there is none; here its place is kept.
  if (!comparison) return NO_BREAK_SPACE;
  const change = changeText(now, before);
  if (change === null) {
    return <span className={styles.comparison}>Antes: {kind === 'cents' ? formatCents(0) : 0}</span>;
  }
  return (
    <span className={styles.comparison}>
      {change}{' '}
      <span className={styles.text}>comparado com {daysText(comparison.before, yearOf(period))}</span>
    </span>
  );
}

/** A StatTile's text about the change: `<StatTile {...comparisonTrend(now, before, 'cents', …)} … />`. */
export function comparisonTrend(
  now: number,
  before: number,
  kind: ComparisonProps['kind'],
  compared: Compared,
) {
  const text = <Comparison {...{ now, before, kind, compared }} />;
  if (!compared.comparison) return { note: text };
  const trendDirection: 'up' | 'down' | 'flat' = now === before ? 'flat' : now > before ? 'up' : 'down';
  return { trend: text, trendDirection };
}

/** Null where there was nothing before, of which nothing is a share. */
function changeText(now: number, before: number): string | null {
  if (now === before) return 'Sem mudança';
  const tenths = changeTenths(now, before);
  return tenths === null ? null : formatSignedTenths(tenths);
}

/** Says which days are compared, once, near the choice of the period. The line is there before they are. */
export function ComparedWith({ compared, today }: { compared: Compared | undefined; today: string }) {
  return <p className={styles.compared}>{compared && comparedText(compared, today)}</p>;
}

function comparedText({ period, before, comparison }: Compared, today: string): string {
  const text = (days: Period) => daysText(days, yearOf(period));
  if (comparison) {
    const sameTime = comparison.until ? `, ambos até ${comparison.until}` : '';
    return `${text(comparison.elapsed)} comparado com ${text(comparison.before)}${sameTime}`;
  }
  return period.from > today
    ? 'Sem comparação: o período ainda não começou.'
    : `Sem comparação: em ${text(before)} a loja ainda não usava o programa.`;
}

const yearOf = ({ to }: Period) => to.slice(0, 4);
