import { formatCents } from 'domain/money';
import type { ReactNode } from 'react';
import type { TooltipContentProps } from 'recharts';
import { pointName, transactionsText } from '../chart-labels.ts';
import type { ChartPoint } from '../chart-points.ts';
import type { AmountSeries } from '../series.ts';
import { SeriesSample } from '../series-sample.tsx';
import styles from './chart-tooltips.module.css';

/** The chart's props for its tooltip; empty while the element is created. */
type FromChart = Partial<Pick<TooltipContentProps, 'payload'>>;

/** Each line's amount in full. */
export function AmountsTooltip({ shown, payload }: FromChart & { shown: readonly AmountSeries[] }) {
  const point = pointOf(payload);
  if (!point) return null;
  return (
    <Box point={point}>
      <dl className={styles.amounts}>
        {shown.map((series) => (
          <div key={series.key} className={styles.amount}>
            <dt className={styles.name}>
              <SeriesSample series={series} />
              {series.name}
            </dt>
            <dd className={styles.value}>{formatCents(point[series.key])}</dd>
          </div>
        ))}
      </dl>
    </Box>
  );
}

export function TransactionsTooltip({ payload }: FromChart) {
  const point = pointOf(payload);
  return point && <Box point={point}>{transactionsText(point.transactions)}</Box>;
}

function Box({ point, children }: { point: ChartPoint; children: ReactNode }) {
  return (
    <div className={styles.box}>
      <p className={styles.title}>{pointName(point)}</p>
      {children}
    </div>
  );
}

function pointOf(payload: FromChart['payload']): ChartPoint | undefined {
  return payload?.at(0)?.payload;
}
