import type { Period } from 'domain/report-periods';
import { Answer } from '../../lib/answer.tsx';
import { Outdated } from '../../lib/outdated.tsx';
import { hasActivity } from './chart-points.ts';
import { EmptyPeriod } from './empty-period.tsx';
import { Insights } from './insights.tsx';
import styles from './overview.module.css';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { PeriodCharts } from './period-charts.tsx';
import { PeriodTiles } from './period-tiles.tsx';
import type { PeriodReport, PeriodReportQuery } from './use-period-report.ts';

interface OverviewProps {
  query: PeriodReportQuery;
  period: Period;
  /** The day it is where the merchant is. */
  today: string;
}

/**
 * The period in numbers and as a course of days. Another period takes the place of this one when it has
 * arrived.
 */
export function Overview({ query: report, period, today }: OverviewProps) {
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
