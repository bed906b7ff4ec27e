import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import type { Dashboard, DashboardState } from './use-dashboard.ts';

interface DashboardContentProps {
  state: DashboardState;
  /** Shows the data, once it is here. */
  children: (dashboard: Dashboard) => ReactNode;
}

/** The page's four states. */
export function DashboardContent({ state, children }: DashboardContentProps) {
  if (state.status === 'ready') return children(state.dashboard);
  if (state.status === 'loading') {
    return (
      <ScreenState state="loading" label="Carregando saldo">
        <DashboardSkeleton />
      </ScreenState>
    );
  }
  return (
    <Card>
      {state.status === 'failed' ? (
        <ScreenState state="failed" message={state.message} onRetry={state.onRetry} />
      ) : (
        <div role="alert">
          <ScreenState
            state="empty"
            icon={<UserX />}
            title="Cliente não encontrado"
            description="Verifique o número de telefone"
          />
        </div>
      )}
    </Card>
  );
}
