import { Cohorts } from '../features/cohorts/cohorts.tsx';
import { SegmentsSection } from '../features/segments/segments-section.tsx';
import { useSegments } from '../features/segments/use-segments.ts';
import { ReportsHeader } from '../lib/reports-tabs.tsx';

export function ReportCustomersRoute() {
  const { data } = useSegments();
  return (
    <>
      <ReportsHeader
        page="customers"
        description="Quem compra, quem está sumindo e quem volta no mês seguinte. São números de hoje, de todo o histórico."
      />
      <SegmentsSection />
      {/* Without customers, the segments already say so; empty cohorts would only repeat it. */}
      {data?.customers !== 0 && <Cohorts />}
    </>
  );
}
