import { formatShortMonth } from '../../lib/months.ts';
import { formatCount } from '../../lib/number-formats.ts';
import { bestMonthCents, type CohortMeasure, cellText, heatOf } from './cohort-measures.ts';
import styles from './cohorts.module.css';
import type { Cohort } from './use-cohorts.ts';

interface CohortTableProps {
  cohorts: readonly Cohort[];
  measure: CohortMeasure;
}

/**
 * Rows are the months of first purchases, columns the months since. Wider than a phone: it scrolls, its first
 * column stays.
 */
export function CohortTable({ cohorts, measure }: CohortTableProps) {
  const best = bestMonthCents(cohorts);
  const offsets = Array.from(
    { length: Math.max(...cohorts.map(({ months }) => months.length)) },
    (_, o) => o,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls this region
    <section className={styles.frame} aria-label="Tabela de retorno" tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>Retorno por mês da primeira compra</caption>
        <thead>
          <tr>
            <th scope="col">Primeira compra</th>
            <th scope="col">Clientes</th>
            {offsets.map((offset) => (
              <th key={offset} scope="col">
                Mês {offset}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.month}>
              <th scope="row">{formatShortMonth(cohort.month)}</th>
              <td>{formatCount(cohort.customers)}</td>
              {offsets.map((offset) => (
                <Cell key={offset} cohort={cohort} offset={offset} measure={measure} best={best} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  cohort: Cohort;
  offset: number;
  measure: CohortMeasure;
  best: number;
}

/** A month to come has no data; neither has a cohort without customers. */
function Cell({ cohort, offset, measure, best }: CellProps) {
  const month = cohort.months[offset];
  if (!month) return <td />;
  if (cohort.customers === 0) return <td className={styles.empty}>–</td>;
  return (
    <td>
      <span className={styles.cell} data-heat={heatOf(month, measure, best)}>
        {cellText(month, measure)}
      </span>
    </td>
  );
}
