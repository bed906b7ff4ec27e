import type { Period } from 'domain/report-periods';
import { useMemo, useState } from 'react';
import { AmountsCard } from './amounts-card.tsx';
import { chartPoints, type Grouping, mayGroup, usualGrouping } from './chart-points.ts';
import { GroupingChoice } from './grouping-choice.tsx';
import { TransactionsCard } from './transactions-card.tsx';
import { useCharts } from './use-charts.ts';
import type { PeriodReport } from './use-period-report.ts';

interface PeriodChartsProps {
  days: PeriodReport['days'];
  period: Period;
  today: string;
}

/** The period's course: day by day, or by months where it is too long for that. */
export function PeriodCharts({ days, period, today }: PeriodChartsProps) {
  const charts = useCharts();
  const [chosen, setChosen] = useState<Grouping>();
  const hasChoice = mayGroup(period);
  const grouping = hasChoice ? (chosen ?? usualGrouping(period)) : 'day';
  const points = useMemo(() => chartPoints(days, grouping, today), [days, grouping, today]);
  return (
    <>
      {hasChoice && <GroupingChoice grouping={grouping} onChoose={setChosen} />}
      <AmountsCard grouping={grouping} course={{ points, charts }} />
      <TransactionsCard grouping={grouping} course={{ points, charts }} />
    </>
  );
}
