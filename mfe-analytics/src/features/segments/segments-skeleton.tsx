import { SEGMENT_LABELS, SEGMENTS } from 'domain/segments';
import { Skeleton } from 'ui/skeleton';
import styles from './segment-card.module.css';
import { SegmentHead } from './segment-card.tsx';

/** The five cards: known texts take their room unseen, the numbers shimmer. */
export function SegmentsSkeleton() {
  return (
    <div className={styles.frame}>
      <ul className={styles.cards}>
        {SEGMENTS.map((segment) => (
          <li key={segment} className={styles.card}>
            <SegmentHead icon={<Skeleton width="2.25rem" height="2.25rem" radius="var(--radius-md)" />}>
              <Skeleton width="6rem" height="1.125rem" />
            </SegmentHead>
            <Skeleton width="8rem" height="2.125rem" />
            <Skeleton height="0.375rem" />
            <div className={styles.amounts}>
              <Skeleton height="1lh" />
              <Skeleton height="1lh" />
            </div>
            <div className={styles.values}>
              <Skeleton width="12rem" height="2.4375rem" />
            </div>
            <div className={`${styles.text} ${styles.waiting}`}>
              <p>{SEGMENT_LABELS[segment].description}</p>
              <p className={styles.advice}>{SEGMENT_LABELS[segment].advice}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
