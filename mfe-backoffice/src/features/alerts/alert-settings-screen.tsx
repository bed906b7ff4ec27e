import { failureMessage } from 'federation/error-message';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { SkeletonText } from 'ui/skeleton';
import { trpc } from '../../lib/trpc.ts';
import { AlertSettingsForm } from './alert-settings-form.tsx';

/** The thresholds of the merchant. */
export function AlertSettingsScreen() {
  const { data, error, isFetching, refetch } = trpc.alerts.settings.useQuery(undefined, {
    // What is being typed stays.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <AlertSettingsForm {...data} />;
  return (
    <Card>
      {error ? (
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar os limites')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <ScreenState state="loading" label="Carregando limites">
          <SkeletonText lines={10} />
        </ScreenState>
      )}
    </Card>
  );
}
