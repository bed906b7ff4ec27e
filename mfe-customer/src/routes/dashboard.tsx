import { MERCHANT_PARAMETER } from 'domain/dashboard-address';
import { useParams, useSearchParams } from 'react-router-dom';
import { BalanceSummary } from '../features/balances/balance-summary.tsx';
import { ProgrammeList } from '../features/balances/programme-list.tsx';
import { DashboardContent } from '../features/dashboards/dashboard-content.tsx';
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx';
import { DashboardTip } from '../features/dashboards/dashboard-tip.tsx';
import { useDashboard } from '../features/dashboards/use-dashboard.ts';
import { PurchaseHistory } from '../features/histories/purchase-history.tsx';
import { RedemptionHistory } from '../features/histories/redemption-history.tsx';
import { NoIndex } from '../lib/no-index.tsx';

/** /customer/dashboard/:phone, with ?loja={slug} for one merchant's programme. */
export function DashboardRoute() {
  const { phone = '' } = useParams();
  const [search] = useSearchParams();
  const state = useDashboard(phone, search.get(MERCHANT_PARAMETER) || undefined);
  return (
    <DashboardPage phone={phone} state={state}>
      <NoIndex />
      <DashboardContent state={state}>
        {({ phone: digits, programmes, ...histories }) => (
          <>
            <BalanceSummary programmes={programmes} />
            {programmes.length > 1 && <ProgrammeList phone={digits} programmes={programmes} />}
            <PurchaseHistory purchases={histories.purchases} events={histories.cashbackEvents} />
            <RedemptionHistory
              redemptions={histories.redemptions}
              reversals={histories.redemptionReversals}
            />
            <DashboardTip />
          </>
        )}
      </DashboardContent>
    </DashboardPage>
  );
}
