import { formatCents } from 'domain/money';
import type { ReactNode } from 'react';
import { Skeleton } from 'ui/skeleton';
import { formatCount, formatSignedTenths } from '../../lib/number-formats.ts';
import styles from './acquisition-numbers.module.css';
import type { Acquisition } from './use-acquisition.ts';

interface Metric {
  title: string;
  /** The two sides of a ratio, in a merchant's words. */
  explanation?: string;
  value: (acquisition: Acquisition) => string;
}

const ROI = 'Retorno (ROI)';

const METRICS: readonly Metric[] = [
  {
    title: 'Investimento Total',
    value: ({ spendCents }) => formatCents(spendCents),
  },
  {
    title: 'Novos Clientes',
    value: ({ newCustomers }) => formatCount(newCustomers),
  },
  {
    title: 'Custo por cliente novo (CAC)',
    explanation: 'Investimento ÷ novos clientes',
    value: ({ cacCents }) => formatCents(cacCents),
  },
  {
    title: 'Receita Média',
    value: ({ averageRevenueCents }) => formatCents(averageRevenueCents),
  },
  {
    title: 'Valor por cliente (LTV)',
    explanation: 'Receita ÷ clientes que compraram',
    value: ({ ltvCents }) => formatCents(ltvCents),
  },
  {
    title: ROI,
    explanation: '(Receita − investimento) ÷ investimento',
    value: ({ roiTenths }) => formatSignedTenths(roiTenths),
  },
];

/** Six numbers; the ratios say what is divided by what. */
export function AcquisitionNumbers({ acquisition }: { acquisition: Acquisition }) {
  return (
    <Cells
      value={({ title, value }) =>
        title === ROI ? (
          <span className={styles[signOf(acquisition.roiTenths)]}>{value(acquisition)}</span>
        ) : (
          value(acquisition)
        )
      }
    />
  );
}

/** The same size, for the loading state; titles and messages are known. */
export function AcquisitionMetricsSkeleton() {
  return <Cells value={() => <Skeleton width="60%" height="1.75rem" />} />;
}

function Cells({ value }: { value: (metric: Metric) => ReactNode }) {
  return (
    <div className={styles.frame}>
      <dl className={styles.grid}>
        {METRICS.map((metric) => (
          <div key={metric.title} className={styles.cell}>
            <dt className={styles.title}>{metric.title}</dt>
            <dd className={styles.value}>{value(metric)}</dd>
            {metric.explanation && <dd className={styles.explanation}>{metric.explanation}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

function signOf(tenths: number): 'gain' | 'loss' | 'even' {
  return tenths > 0 ? 'gain' : tenths < 0 ? 'loss' : 'even';
}
