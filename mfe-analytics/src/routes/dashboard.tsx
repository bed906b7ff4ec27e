import { employeeMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { ScreenState } from 'ui/screen-state';
import { AcquisitionSection, AcquisitionSkeleton } from '../features/acquisition/acquisition-section.tsx';
import { useAcquisition } from '../features/acquisition/use-acquisition.ts';
import { DashboardSkeleton } from '../features/dashboard/dashboard-skeleton.tsx';
import { DashboardTotals } from '../features/dashboard/dashboard-totals.tsx';
import { isBeforePurchases, useDashboard } from '../features/dashboard/use-dashboard.ts';
import { Welcome } from '../features/dashboard/welcome.tsx';
import { OwnDay } from '../features/own-day/own-day.tsx';
import { useSetup } from '../features/setup/use-setup.ts';
import { SpendCard, SpendSkeleton } from '../features/spend/spend-card.tsx';
import { useSpend } from '../features/spend/use-spend.ts';
import { ComparedWith } from '../lib/comparison.tsx';
import { PeriodPicker } from '../lib/period-picker.tsx';
import { usePeriod } from '../lib/use-period.ts';
import styles from './dashboard.module.css';

/** The merchant's numbers, or only the own day where the merchant hides them from this employee. */
export function DashboardRoute() {
  return employeeMay(useStaffSession(), 'reports.read') ? <MerchantDashboard /> : <OwnDashboard />;
}

function OwnDashboard() {
  return (
    <>
      <Welcome below="Veja o que você registrou hoje." />
      <div className={styles.parts}>
        <OwnDay />
        <Alert tone="info" role="note">
          O faturamento da loja, os relatórios e o ranking da equipe ficam com gerentes, administradores e
          proprietários.
        </Alert>
      </div>
    </>
  );
}

/** Asked for in one request and drawn at once, so that nothing moves when another part arrives. */
function MerchantDashboard() {
  const { period, today, setPeriod } = usePeriod();
  const dashboard = useDashboard(period);
  const acquisition = useAcquisition(period);
  const spend = useSpend(period);
  const setup = useSetup();
  const [hasArrived, setHasArrived] = useState(false);
  const isPending = dashboard.isPending || acquisition.isPending || spend.isPending || setup.isLoading;
  if (!hasArrived && !isPending) setHasArrived(true);
  const isNew = isBeforePurchases(dashboard);

  return (
    <>
      <Welcome below="Veja como anda o seu programa de cashback." />
      {hasArrived && setup.shown && <setup.shown.SetupCard setup={setup.shown.setup} onHide={setup.hide} />}
      <div className={!hasArrived && setup.isExpected ? styles.unseenPeriod : styles.period}>
        <PeriodPicker period={period} today={today} onChange={setPeriod} />
        {!isNew && <ComparedWith compared={dashboard.data} today={today} />}
      </div>
      {hasArrived ? (
        <div className={styles.parts}>
          <DashboardTotals query={dashboard} />
          {!isNew && (
            <AcquisitionSection
              query={acquisition}
              investments={<SpendCard query={spend} period={period} today={today} />}
            />
          )}
        </div>
      ) : (
        <ScreenState state="loading" label="Carregando os números do período">
          <div className={styles.parts}>
            <DashboardSkeleton />
            <AcquisitionSkeleton investments={<SpendSkeleton />} />
          </div>
        </ScreenState>
      )}
    </>
  );
}
