import { failureMessage } from 'federation/error-message';
import type { ReactNode } from 'react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';

/** Settings are refetched at each visit and never while they are edited. */
export const READ_AT_VISIT = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

interface SettingsPanelProps<Settings> {
  query: {
    data: Settings | undefined;
    isPending: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  skeleton: ReactNode;
  children: (settings: Settings) => ReactNode;
}

/** One tab's settings: on their way, not to be had, or here. */
export function SettingsPanel<Settings>({ query, skeleton, children }: SettingsPanelProps<Settings>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <ScreenState state="loading" label="Carregando configurações">
        {skeleton}
      </ScreenState>
    );
  }
  return (
    <Card>
      <ScreenState
        state="failed"
        message={failureMessage(query.error, 'Erro ao carregar configurações')}
        onRetry={query.refetch}
        retrying={query.isFetching}
      />
    </Card>
  );
}
