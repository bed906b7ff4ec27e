import { dashboardAddress } from 'domain/dashboard-address';
import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Link } from '../../lib/link.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { LastSeenNotice } from './last-seen-notice.tsx';
import type { Dashboard } from './use-dashboard.ts';
import type { ShownDashboard } from './use-shown-dashboard.ts';

interface DashboardContentProps {
  state: ShownDashboard;
  /** The merchant's whose program was asked for. */
  slug: string | undefined;
  /** In the place of a protected statement. */
  askForProof: (onProved: () => void) => ReactNode;
  /** Shows the data, once it is here; `isOld` when it may be another by now. */
  children: (dashboard: Dashboard, isOld: boolean) => ReactNode;
}

/** The page's four states, and the one between failure and data: what was seen last. */
export function DashboardContent({ state, slug, askForProof, children }: DashboardContentProps) {
  switch (state.status) {
    case 'ready':
      return children(state.dashboard, false);
    case 'last-seen':
      return (
        <>
          <LastSeenNotice state={state} />
          {children(state.dashboard, true)}
        </>
      );
    case 'loading':
      return <DashboardSkeleton />;
    case 'failed':
      return (
        <Card>
          <ScreenState state="failed" message={state.message} onRetry={state.onRetry} />
        </Card>
      );
    case 'unproved':
      return askForProof(state.onRetry);
    case 'not-found':
      return <NotFound slug={slug} />;
  }
}

function NotFound({ slug }: { slug: string | undefined }) {
  return (
    <Card>
      <div role="alert">
        <ScreenState
          state="empty"
          icon={<UserX />}
          title="Cliente não encontrado"
          description="Verifique o número de telefone"
          action={
            <Link
              href={dashboardAddress(undefined, slug)}
              className={buttonClassName({ variant: 'secondary' })}
            >
              Corrigir o número
            </Link>
          }
        />
      </div>
    </Card>
  );
}
