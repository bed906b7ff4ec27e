import { lazy, Suspense, useDeferredValue } from 'react';
import { BalanceSummary } from '../features/balances/balance-summary.tsx';
import { ProgramList } from '../features/balances/program-list.tsx';
import { DashboardContent } from '../features/dashboards/dashboard-content.tsx';
import { DashboardPage } from '../features/dashboards/dashboard-page.tsx';
import { DashboardSkeleton } from '../features/dashboards/dashboard-skeleton.tsx';
import { DashboardTip } from '../features/dashboards/dashboard-tip.tsx';
import { MerchantLinks } from '../features/dashboards/merchant-links.tsx';
import { type ShownDashboard, useShownDashboard } from '../features/dashboards/use-shown-dashboard.ts';
import { PurchaseHistory } from '../features/histories/purchase-history.tsx';
import { RedemptionHistory } from '../features/histories/redemption-history.tsx';
import { useKeepOffer } from '../features/keeping/use-keep-offer.tsx';
import { MyCodeCard } from '../features/my-code/my-code-card.tsx';
import { RememberedPhone } from '../features/phone-entry/remembered-phone.tsx';
import { ShareCard } from '../features/sharing/share-card.tsx';
import { NoIndex } from '../lib/no-index.tsx';
import { merchantOfPage, readPageContext } from '../lib/page-context.ts';
import { useTagMoment } from '../lib/tag-moments.ts';

// Of its own: most balances are open.
const ProtectedStatement = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'proof' */ '../features/proof/protected-statement.tsx'))
    .ProtectedStatement,
}));

// With what comes late: most customers never see it.
const InactivityNote = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'late' */ '../lib/inactivity-note.tsx')).InactivityNote,
}));

// At the page's foot, and only where this phone is known.
const KnownPhoneCard = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'late' */ '../features/proof/known-phone-card.tsx'))
    .KnownPhoneCard,
}));

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
      <DashboardContent
        state={state}
        slug={slug}
        askForProof={(onProved) => (
          <>
            <Suspense fallback={<DashboardSkeleton />}>
              <ProtectedStatement phone={phone} slug={slug} onProved={onProved} />
            </Suspense>
            <MerchantLinks slug={slug ?? merchantOfPage(slug)?.slug} />
          </>
        )}
      >
        {({ phone: digits, programmes: programs, known, inactivityNotice, ...histories }, isOld) => {
          const only = programs.length === 1 ? programs[0] : undefined;
          return (
            <>
              {inactivityNotice && !isOld && (
                <Suspense>
                  <InactivityNote notice={inactivityNotice} />
                </Suspense>
              )}
              <BalanceSummary programs={programs} isOld={isOld} />
              <MyCodeCard phone={digits} />
              {programs.length > 1 && (
                <ProgramList phone={digits} programs={programs} linksOf={MerchantLinks} />
              )}
              <PurchaseHistory purchases={histories.purchases} events={histories.cashbackEvents} />
              <RedemptionHistory
                redemptions={histories.redemptions}
                reversals={histories.redemptionReversals}
              />
              <DashboardTip />
              {only && <ShareCard {...only} />}
              {known && !isOld && readPageContext().tags === null && (
                <Suspense>
                  <KnownPhoneCard
                    who={{ phone: digits, slug }}
                    known={known}
                    onChanged={'onRetry' in state ? state.onRetry : () => undefined}
                  />
                </Suspense>
              )}
              <RememberedPhone phone={digits} slug={slug} isKnown={known !== null} />
              {only && <MerchantLinks slug={only.slug} />}
            </>
          );
        }}
      </DashboardContent>
    </DashboardPage>
  );
}

/** The offer to keep the balance, for a customer with a balance. */
function hasCashback(state: ShownDashboard): boolean {
  return state.status === 'ready' && state.dashboard.programmes.some((each) => each.totalCashbackCents > 0);
}
