import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { Answer } from '../../lib/answer.tsx';
import { Outdated } from '../../lib/outdated.tsx';
import { AcquisitionMetricsSkeleton, AcquisitionNumbers } from './acquisition-numbers.tsx';
import styles from './acquisition-section.module.css';
import { RatioAnalysis, RatioAnalysisSkeleton } from './ratio-analysis.tsx';
import type { AcquisitionQuery } from './use-acquisition.ts';

interface AcquisitionSectionProps {
  query: AcquisitionQuery;
  /** The investments behind the numbers, beside them where there is room. */
  investments: ReactNode;
}

/** CAC and LTV of the period: what was invested, the numbers that follow from it, and how the two compare. */
export function AcquisitionSection({ query, investments }: AcquisitionSectionProps) {
  return (
    <Frame investments={investments}>
      <Answer
        query={query}
        label="Carregando CAC e LTV"
        failure="Não foi possível carregar o CAC e o LTV"
        skeleton={<NumbersSkeleton />}
      >
        {(acquisition) => (
          <Outdated isOutdated={query.isPlaceholderData}>
            <div className={styles.numbers}>
              <AcquisitionNumbers acquisition={acquisition} />
              <RatioAnalysis ratio={acquisition.ratio} />
            </div>
          </Outdated>
        )}
      </Answer>
    </Frame>
  );
}

/** The same size, for the loading state. */
export function AcquisitionSkeleton({ investments }: Pick<AcquisitionSectionProps, 'investments'>) {
  return (
    <Frame investments={investments}>
      <NumbersSkeleton />
    </Frame>
  );
}

function NumbersSkeleton() {
  return (
    <div className={styles.numbers}>
      <AcquisitionMetricsSkeleton />
      <RatioAnalysisSkeleton />
    </div>
  );
}

function Frame({
  investments,
  children,
}: Pick<AcquisitionSectionProps, 'investments'> & { children: ReactNode }) {
  return (
    <section className={styles.frame} aria-label="CAC e LTV">
      <div className={styles.columns}>
        <Card flush className={styles.card}>
          <CardHeader
            title="CAC e LTV"
            description="Quanto custa conquistar um cliente e quanto ele traz de volta"
          />
          {children}
        </Card>
        {investments}
      </div>
    </section>
  );
}
