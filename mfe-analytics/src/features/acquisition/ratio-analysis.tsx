import { formatCents } from 'domain/money';
import { CircleCheck, Scale, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Skeleton } from 'ui/skeleton';
import { formatHundredths } from '../../lib/number-formats.ts';
import styles from './ratio-analysis.module.css';
import type { Acquisition } from './use-acquisition.ts';

type Ratio = NonNullable<Acquisition['ratio']>;

const BANDS = {
  excellent: { message: 'Excelente! Ratio acima de 3:1', icon: CircleCheck },
  good: { message: 'Bom, mas pode melhorar', icon: Scale },
  attention: { message: 'Atenção! LTV menor que CAC', icon: TriangleAlert },
} as const satisfies Record<Ratio['band'], object>;

/** The end of the scale, in hundredths: from 3 on the ratio is excellent. */
const SCALE_END = 400;

/**
 * How many times its cost a customer is worth. Without a cost there is nothing to weigh: it says what is
 * missing.
 */
export function RatioAnalysis({ ratio }: { ratio: Acquisition['ratio'] }) {
  if (!ratio) {
    return (
      <p className={styles.nothing}>
        Informe quanto gastou em divulgação para saber se cada cliente novo compensou.
      </p>
    );
  }
  const { message, icon: Icon } = BANDS[ratio.band];
  return (
    <section className={styles.analysis} aria-label="Análise LTV/CAC">
      <p className={styles.number}>
        <span className={styles.name}>LTV/CAC</span>
        <strong className={styles.ratio}>{formatHundredths(ratio.hundredths)}</strong>
      </p>
      <div className={styles.verdict}>
        <p className={styles[ratio.band]}>
          <Icon aria-hidden="true" />
          {message}
        </p>
        <p className={styles.meaning}>
          Cada R$ 1 gasto em divulgação trouxe {formatCents(ratio.hundredths)}.
        </p>
        <Meter ratio={ratio} />
      </div>
    </section>
  );
}

/** The ratio on a scale with the bands' limits; its number stands beside it as text. */
function Meter({ ratio: { hundredths, band } }: { ratio: Ratio }) {
  const share = Math.min(hundredths / SCALE_END, 1);
  return (
    <div className={styles.meter} aria-hidden="true" style={{ '--share': share } as CSSProperties}>
      <div className={styles.track}>
        <div className={`${styles.fill} ${styles[`${band}Fill`]}`} />
      </div>
      <span className={styles.one}>1:1</span>
      <span className={styles.three}>3:1</span>
    </div>
  );
}

/** The same size, for the loading state. */
export function RatioAnalysisSkeleton() {
  return (
    <div className={styles.analysis}>
      <div className={styles.number}>
        <Skeleton width="5rem" height="1.65rem" />
      </div>
      <div className={styles.verdict}>
        <Skeleton width="60%" height="1.5rem" />
        <Skeleton height="1.75rem" />
      </div>
    </div>
  );
}
