import { formatDayAndTime } from 'domain/local-dates';
import { RotateCw } from 'lucide-react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import type { LastSeenDashboard } from './use-shown-dashboard.ts';

/** Says that the balances below it are of another moment. */
export function LastSeenNotice({ state }: { state: LastSeenDashboard }) {
  const [program] = state.dashboard.programmes;
  const seenAt = formatDayAndTime(state.seenAt, program?.timeZone ?? 'America/Sao_Paulo');
  return (
    <Alert
      tone="warning"
      action={
        <Button
          variant="secondary"
          icon={<RotateCw />}
          onClick={state.onRetry}
          pending={state.isRetrying}
          pendingLabel="Tentando..."
        >
          Tentar novamente
        </Button>
      }
    >
      <strong>{state.isOffline ? 'Sem conexão.' : 'Não foi possível atualizar agora.'}</strong> Valores de{' '}
      {seenAt}.
    </Alert>
  );
}
