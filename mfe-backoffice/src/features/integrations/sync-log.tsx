import { keepPreviousData } from '@tanstack/react-query';
import { failureMessage } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import { ScrollText, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { trpc } from '../../lib/trpc.ts';
import styles from './sync-log.module.css';
import { SyncLogFilters } from './sync-log-filters.tsx';
import { SyncLogTable } from './sync-log-table.tsx';
import { type LogFilter, useLogFilters } from './use-log-filters.ts';

const POLL_MS = 15_000;
/** Applies after a retry was requested: its outcome is seconds away unless the provider is down. */
const AWAITED_POLL_MS = 2_000;
const AWAITED_MS = 60_000;

/** The latest deliveries to the providers, and the failed ones. */
export function SyncLog() {
  const filters = useLogFilters();
  return (
    <div className={styles.screen}>
      <SyncLogFilters {...filters} />
      <Entries input={filters.input} isFiltered={filters.isFiltered} onClear={filters.clear} />
    </div>
  );
}

interface EntriesProps {
  input: LogFilter;
  isFiltered: boolean;
  onClear: () => void;
}

function Entries({ input, isFiltered, onClear }: EntriesProps) {
  const { timeZone } = useStaffSession().merchant;
  const [awaitedUntil, setAwaitedUntil] = useState(0);
  const { data, error, isFetching, isPlaceholderData, refetch } = trpc.integrations.logs.useQuery(input, {
    // The last filter's rows stay, dimmed, until the next answer is here: nothing jumps.
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: () => (performance.now() < awaitedUntil ? AWAITED_POLL_MS : POLL_MS),
  });
  if (data?.entries.length === 0) return <Nothing isFiltered={isFiltered} onClear={onClear} />;
  if (!data && error) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar os logs')}
          onRetry={refetch}
          retrying={isFetching}
        />
      </Card>
    );
  }
  return (
    <Card flush className={styles.log} aria-busy={isPlaceholderData}>
      <CardHeader title="Últimos envios" description="Os 50 mais recentes." />
      {data ? (
        <SyncLogTable
          entries={data.entries}
          timeZone={timeZone}
          onRetried={() => setAwaitedUntil(performance.now() + AWAITED_MS)}
        />
      ) : (
        <ScreenState state="loading" label="Carregando logs">
          <RowsSkeleton />
        </ScreenState>
      )}
    </Card>
  );
}

function Nothing({ isFiltered, onClear }: Pick<EntriesProps, 'isFiltered' | 'onClear'>) {
  return (
    <Card>
      {isFiltered ? (
        <ScreenState
          state="empty"
          icon={<SearchX />}
          title="Nenhum log com estes filtros"
          description="Tente outra integração, outro resultado ou outra ação."
          action={
            <Button variant="secondary" onClick={onClear}>
              Ver todos os logs
            </Button>
          }
        />
      ) : (
        <ScreenState
          state="empty"
          icon={<ScrollText />}
          title="Nenhum log de sincronização ainda"
          description="Cada envio de um cliente aparece aqui, com o resultado."
        />
      )}
    </Card>
  );
}

function RowsSkeleton() {
  return (
    <div className={styles.rows}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="min(60%, 14rem)" height="1.25rem" />
          <Skeleton width="5rem" height="1.25rem" />
        </div>
      ))}
    </div>
  );
}
