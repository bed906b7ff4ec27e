import { shareTenths } from 'domain/metrics';
import { formatCents } from 'domain/money';
import { SEGMENT_LABELS, VALUE_LABELS } from 'domain/segments';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { VisuallyHidden } from 'ui/visually-hidden';
import { formatCount, formatTenths } from '../../lib/figures.ts';
import { ShareBar } from '../../lib/share-bar.tsx';
import styles from './segment-card.module.css';
import { SEGMENT_TONES } from './segment-tones.tsx';
import type { SegmentFigures } from './use-segments.ts';

interface SegmentCardProps {
  figures: SegmentFigures;
  /** In all segments. */
  customers: number;
  isChosen: boolean;
  /** The address that lists who is behind the figures. */
  search: string;
  onChoose: () => void;
}

/**
 * One group of the clientele: how many, what they are worth, what to do about them. All of it is the link to
 * their names.
 */
export function SegmentCard({ figures, customers, isChosen, search, onChoose }: SegmentCardProps) {
  const { label, description, advice } = SEGMENT_LABELS[figures.segment];
  const { tone, icon } = SEGMENT_TONES[figures.segment];
  const tenths = shareTenths(figures.customers, customers);
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
        <span className={styles.figure}>{formatCount(figures.customers)}</span>{' '}
        {figures.customers === 1 ? 'cliente' : 'clientes'}
        <span className={styles.share}>
          {formatTenths(tenths)}
          <VisuallyHidden> de todos</VisuallyHidden>
        </span>
      </p>
      <ShareBar parts={[{ tenths, tone }]} />
      <Figures figures={figures} />
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

function Figures({ figures: { spentCents, averageSpentCents, byValue } }: { figures: SegmentFigures }) {
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
