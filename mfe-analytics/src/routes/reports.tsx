import { Overview } from '../features/reports/overview.tsx';
import { usePeriodReport } from '../features/reports/use-period-report.ts';
import { ComparedWith } from '../lib/comparison.tsx';
import { ExportMenu } from '../lib/export-menu.tsx';
import { reportFiles } from '../lib/exported-files.ts';
import { PeriodPicker } from '../lib/period-picker.tsx';
import { ReportsHeader } from '../lib/reports-tabs.tsx';
import { usePeriod } from '../lib/use-period.ts';
import styles from './reports.module.css';

export function ReportsRoute() {
  const { period, today, setPeriod } = usePeriod();
  const report = usePeriodReport(period);
  return (
    <>
      <ReportsHeader
        page="overview"
        description="Vendas, cashback e resgates do período, já sem os estornos."
        actions={<ExportMenu files={reportFiles(period)} />}
      >
        <div className={styles.period}>
          <PeriodPicker period={period} today={today} onChange={setPeriod} />
          <ComparedWith compared={report.data} today={today} />
        </div>
      </ReportsHeader>
      <Overview query={report} period={period} today={today} />
    </>
  );
}
