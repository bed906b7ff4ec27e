import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { trpc } from '../../lib/trpc.ts';
import { CashbackSettingsForm } from './cashback-settings-form.tsx';
import { CashbackSettingsSkeleton } from './cashback-settings-skeleton.tsx';

/** How the programme works, for those who may change it. */
export function CashbackSettings() {
  // Read anew at each visit and never while somebody is editing.
  const settings = trpc.merchants.cashbackSettings.useQuery(undefined, {
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (settings.isPending) {
    return (
      <ScreenState state="loading" label="Carregando configurações">
        <CashbackSettingsSkeleton />
      </ScreenState>
    );
  }
  if (settings.isError) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureSentence(settings.error, 'Erro ao carregar configurações')}
          onRetry={settings.refetch}
          retrying={settings.isFetching}
        />
      </Card>
    );
  }
  return <CashbackSettingsForm settings={settings.data} />;
}
