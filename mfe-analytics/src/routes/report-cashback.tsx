import { useStaffSession } from 'federation/remote-host';
import { Liability } from '../features/liability/liability.tsx';
import { Unconfirmed } from '../features/unconfirmed/unconfirmed.tsx';
import { PeriodPicker } from '../lib/period-picker.tsx';
import { ReportsHeader } from '../lib/reports-tabs.tsx';
import { usePeriod } from '../lib/use-period.ts';

export function ReportCashbackRoute() {
  const { timeZone } = useStaffSession().merchant;
  const { period, today, setPeriod } = usePeriod();
  return (
    <>
      <ReportsHeader
        page="cashback"
        description="Quanto os clientes ainda podem usar, até quando, e quanto ninguém foi buscar."
      />
      <Liability />
      <Unconfirmed
        period={period}
        timeZone={timeZone}
        picker={<PeriodPicker period={period} today={today} onChange={setPeriod} />}
      />
    </>
  );
}
