import { formatCents } from 'domain/money';
import { shareTenths } from 'domain/report-formulas';
import { SEGMENT_LABELS, VALUE_LABELS } from 'domain/segments';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { VisuallyHidden } from 'ui/visually-hidden';
import { formatCount, formatTenths } from '../../lib/number-formats.ts';
import { ShareBar } from '../../lib/share-bar.tsx';
import styles from './segment-card.module.css';
import { SEGMENT_TONES } from './segment-tones.tsx';
import type { SegmentTotals } from './use-segments.ts';

interface SegmentCardProps {
  totals: SegmentTotals;
  /** In all segments. */
  customers: number;
  isChosen: boolean;
  /** The address that lists who is behind the numbers. */
  search: string;
  onChoose: () => void;
}

/**
 * One group of the clientele: how many, what they are worth, what to do about them. All of it is the link to
 * their names.
 */
export function SegmentCard({ totals, customers, isChosen, search, onChoose }: SegmentCardProps) {
  const { label, description, advice } = SEGMENT_LABELS[totals.segment];
  const { tone, icon } = SEGMENT_TONES[totals.segment];
  const tenths = shareTenths(totals.customers, customers);
  return (
    <li className={styles.card} data-chosen={isChosen || undefined}>
      <SegmentHead tone={tone} icon={icon}>
        <h3>
          <Link
            to={{ search }}
            className={styles.link}
            aria-current={isChosen ? 'true' : undefined}
            onClick={onChoose}
          >
            {label}
          </Link>
        </h3>
        <ChevronRight className={styles.way} aria-hidden="true" />
      </SegmentHead>
      <p className={styles.count}>
        <span className={styles.number}>{formatCount(totals.customers)}</span>{' '}
        {totals.customers === 1 ? 'cliente' : 'clientes'}
        <span className={styles.share}>
          {formatTenths(tenths)}
          <VisuallyHidden> de todos</VisuallyHidden>
        </span>
      </p>
      <ShareBar parts={[{ tenths, tone }]} />
      <Totals totals={totals} />
      <div className={styles.text}>
        <p>{description}</p>
        <p className={styles.advice}>{advice}</p>
      </div>
    </li>
  );
}

export function SegmentHead({
  tone,
  icon,
  children,
}: {
  tone?: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <span className={`${styles.icon} ${tone ? styles[tone] : ''}`} aria-hidden="true">
        {icon}
      </span>
      {children}
    </div>
  );
}

function Totals({ totals: { spentCents, averageSpentCents, byValue } }: { totals: SegmentTotals }) {
  return (
    <>
      <dl className={styles.amounts}>
        <div>
          <dt>Total gasto</dt>
          <dd>{formatCents(spentCents)}</dd>
        </div>
        <div>
          <dt>Gasto médio</dt>
          <dd>{formatCents(averageSpentCents)}</dd>
        </div>
      </dl>
      <dl className={styles.values}>
        {byValue.map(({ value, customers }) => (
          <div key={value}>
            <dt title={VALUE_LABELS[value].description}>{VALUE_LABELS[value].label}</dt>
            <dd>{formatCount(customers)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
