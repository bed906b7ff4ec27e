import { TeamReport } from '../features/team/team-report.tsx';
import { PeriodPicker } from '../lib/period-picker.tsx';
import { ReportsHeader } from '../lib/reports-tabs.tsx';
import { usePeriod } from '../lib/use-period.ts';

export function ReportTeamRoute() {
  const { period, today, setPeriod } = usePeriod();
  return (
    <>
      <ReportsHeader page="team" description="Quanto cada pessoa vendeu e resgatou no período.">
        <PeriodPicker period={period} today={today} onChange={setPeriod} />
      </ReportsHeader>
      <TeamReport period={period} />
    </>
  );
}
