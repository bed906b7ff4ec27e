import { Cohorts } from '../features/cohorts/cohorts.tsx';
import { SegmentsSection } from '../features/segments/segments-section.tsx';
import { ReportsHeader } from '../lib/reports-tabs.tsx';

export function ReportCustomersRoute() {
  return (
    <>
      <ReportsHeader
        page="customers"
        description="Quem compra, quem está sumindo e quem volta no mês seguinte. São números de hoje, de todo o histórico."
      />
      <SegmentsSection />
      <Cohorts />
    </>
  );
}
