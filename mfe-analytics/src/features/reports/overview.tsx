import type { Period } from 'domain/report-periods';
import { Answer } from '../../lib/answer.tsx';
import { Outdated } from '../../lib/outdated.tsx';
import { PERIOD_ANSWER } from '../../lib/period-answer.ts';
import { trpc } from '../../lib/trpc.ts';
import { hasActivity } from './chart-points.ts';
import { EmptyPeriod } from './empty-period.tsx';
import { Insights } from './insights.tsx';
import styles from './overview.module.css';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { PeriodCharts } from './period-charts.tsx';
import type { PeriodReport } from './period-report.ts';
import { PeriodTiles } from './period-tiles.tsx';

interface OverviewProps {
  period: Period;
  /** The day it is where the merchant is. */
  today: string;
}

/**
 * The period in numbers and as a course of days. Another period takes the place of this one when it has
 * arrived.
 */
export function Overview({ period, today }: OverviewProps) {
  const report = trpc.reports.period.useQuery(period, PERIOD_ANSWER);
  return (
    <Outdated isOutdated={report.isPlaceholderData}>
      <Answer
        query={report}
        failure="Não foi possível carregar o relatório"
        label="Carregando relatório"
        skeleton={<OverviewSkeleton period={period} />}
      >
        {(data) => <Report report={data} today={today} />}
      </Answer>
    </Outdated>
  );
}

function Report({ report, today }: { report: PeriodReport; today: string }) {
  const isEmpty = !report.days.some(hasActivity);
  return (
    <div className={styles.report}>
      <PeriodTiles report={report} />
      <div className={styles.columns}>
        {isEmpty ? (
          <EmptyPeriod period={report.period} today={today} />
        ) : (
          <PeriodCharts days={report.days} period={report.period} today={today} />
        )}
        <Insights insights={report.insights} isWide={isEmpty} />
      </div>
    </div>
  );
}
