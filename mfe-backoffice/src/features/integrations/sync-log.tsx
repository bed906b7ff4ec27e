import { useStaffSession } from 'federation/remote-host';
import { ScrollText } from 'lucide-react';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { trpc } from '../../lib/trpc.ts';
import styles from './sync-log.module.css';
import { SyncLogTable } from './sync-log-table.tsx';

/** What was sent to the providers lately, and what could not be. */
export function SyncLog() {
  const { timeZone } = useStaffSession().merchant;
  const { data, error, isFetching, refetch } = trpc.integrations.logs.useQuery();
  if (data?.entries.length === 0) {
    return (
      <Card>
        <ScreenState
          state="empty"
          icon={<ScrollText />}
          title="Nenhum log de sincronização ainda"
          description="Cada envio de um cliente aparece aqui, com o resultado."
        />
      </Card>
    );
  }
  if (!data && error) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureSentence(error, 'Erro ao carregar os logs')}
          onRetry={refetch}
          retrying={isFetching}
        />
      </Card>
    );
  }
  return (
    <Card flush>
      <CardHeader title="Últimos envios" description="Os 50 mais recentes." />
      {data ? (
        <SyncLogTable entries={data.entries} timeZone={timeZone} />
      ) : (
        <ScreenState state="loading" label="Carregando logs">
          <RowsSkeleton />
        </ScreenState>
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
