import { formatCents } from 'domain/money';
import type { ReactNode } from 'react';
import { Skeleton } from 'ui/skeleton';
import { formatCount, formatSignedTenths } from '../../lib/number-formats.ts';
import styles from './acquisition-numbers.module.css';
import type { Acquisition } from './use-acquisition.ts';

interface Metric {
  title: string;
  /** The two sides of the ratio, in a merchant's words. */
  explanation: string;
  value: (acquisition: Acquisition) => string;
}

const METRICS: readonly Metric[] = [
  {
    title: 'Investimento Total',
    explanation: 'Soma dos investimentos com data no período.',
    value: ({ spendCents }) => formatCents(spendCents),
  },
  {
    title: 'Novos Clientes',
    explanation: 'Clientes cadastrados no período.',
    value: ({ newCustomers }) => formatCount(newCustomers),
  },
  {
    title: 'CAC',
    explanation: 'Custo por cliente novo: investimento ÷ novos clientes.',
    value: ({ cacCents }) => formatCents(cacCents),
  },
  {
    title: 'Receita Média',
    explanation: 'Receita do período ÷ clientes que compraram.',
    value: ({ averageRevenueCents }) => formatCents(averageRevenueCents),
  },
  {
    title: 'LTV',
    explanation: 'Valor de um cliente: a receita média do período.',
    value: ({ ltvCents }) => formatCents(ltvCents),
  },
  {
    title: 'ROI',
    explanation: 'Retorno: (receita − investimento) ÷ investimento.',
    value: ({ roiTenths }) => formatSignedTenths(roiTenths),
  },
];

/** Six numbers, each with a message about where it comes from. */
export function AcquisitionNumbers({ acquisition }: { acquisition: Acquisition }) {
  return (
    <Cells
      value={({ title, value }) =>
        title === 'ROI' ? (
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
            <dd className={styles.explanation}>{metric.explanation}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function signOf(tenths: number): 'gain' | 'loss' | 'even' {
  return tenths > 0 ? 'gain' : tenths < 0 ? 'loss' : 'even';
}
