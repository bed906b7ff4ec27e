import { useDeferredValue } from 'react';
import { BalanceSummary } from '../features/balances/balance-summary.tsx';
import { ProgramList } from '../features/balances/program-list.tsx';
import { DashboardContent } from '../features/dashboards/dashboard-content.tsx';
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx';
import { DashboardTip } from '../features/dashboards/dashboard-tip.tsx';
import { type ShownDashboard, useShownDashboard } from '../features/dashboards/use-shown-dashboard.ts';
import { PurchaseHistory } from '../features/histories/purchase-history.tsx';
import { RedemptionHistory } from '../features/histories/redemption-history.tsx';
import { useKeepOffer } from '../features/keeping/use-keep-offer.tsx';
import { MyCodeCard } from '../features/my-code/my-code-card.tsx';
import { RememberedPhone } from '../features/phone-entry/remembered-phone.tsx';
import { ShareCard } from '../features/sharing/share-card.tsx';
import { NoIndex } from '../lib/no-index.tsx';
import { useTagMoment } from '../lib/tag-moments.ts';

/** /customer/dashboard/:phone, with ?loja={slug} for one merchant's program. */
export function DashboardRoute({ phone, slug }: { phone: string; slug: string | undefined }) {
  // The content after an answer is long; rendered in slices it leaves a slow phone able to scroll and tap
  // meanwhile.
  const state = useDeferredValue(useShownDashboard(phone, slug));
  useTagMoment('dashboard', state.status === 'ready' ? phone : undefined);
  const offer = useKeepOffer(hasCashback(state), slug);
  return (
    <DashboardPage phone={phone} slug={slug} state={state} addition={offer}>
      <NoIndex />
      <DashboardContent state={state} slug={slug}>
        {({ phone: digits, programmes: programs, ...histories }, isOld) => (
          <>
            <BalanceSummary programs={programs} isOld={isOld} />
            <MyCodeCard phone={digits} />
            {programs.length > 1 && <ProgramList phone={digits} programs={programs} />}
            <PurchaseHistory purchases={histories.purchases} events={histories.cashbackEvents} />
            <RedemptionHistory
              redemptions={histories.redemptions}
              reversals={histories.redemptionReversals}
            />
            <DashboardTip />
            {programs.length === 1 && programs.map((each) => <ShareCard key={each.slug} {...each} />)}
            <RememberedPhone phone={digits} slug={slug} />
          </>
        )}
      </DashboardContent>
    </DashboardPage>
  );
}

/** The offer to keep the balance, for a customer with a balance. */
function hasCashback(state: ShownDashboard): boolean {
  return state.status === 'ready' && state.dashboard.programmes.some((each) => each.totalCashbackCents > 0);
}
