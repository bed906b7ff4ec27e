import { formatDayAndTime } from 'domain/local-dates';
import { failureMessage } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { Loading } from 'ui/loading';
import { Skeleton } from 'ui/skeleton';
import styles from './bulk-sync.module.css';
import { counted, formatCount } from './integration-labels.ts';
import { type BulkSync, useBulkSync } from './use-bulk-sync.ts';

interface BulkSyncCardProps {
  /** True when an integration is active; undefined until that is known. */
  hasActive: boolean | undefined;
}

/** Every customer with purchases, sent once more to every active integration. */
export function BulkSyncCard({ hasActive }: BulkSyncCardProps) {
  const { query, start, isStarting } = useBulkSync();
  const latest = query.data?.latest;
  const isRunning = latest?.state === 'running';
  return (
    <Card className={styles.card}>
      <CardHeader
        title="Todos os clientes"
        description={
          hasActive === false
            ? 'Ative uma integração para enviar a ela todos os clientes que já compraram.'
            : 'Envia às integrações ativas todos os clientes que já compraram, como cada uma trata o consentimento.'
        }
        actions={
          <Button
            variant="secondary"
            icon={<RefreshCw />}
            disabled={hasActive !== true || !query.data || isRunning}
            pending={isStarting}
            onClick={start}
          >
            Sincronizar todos os clientes
          </Button>
        }
      />
      <State query={query} latest={latest} />
    </Card>
  );
}

interface StateProps {
  query: ReturnType<typeof useBulkSync>['query'];
  latest: BulkSync | null | undefined;
}

function State({ query, latest }: StateProps) {
  if (latest) return latest.state === 'running' ? <Progress run={latest} /> : <Summary run={latest} />;
  if (latest === null) return null;
  if (!query.error) {
    return (
      <Loading label="Carregando sincronização">
        <Skeleton width="min(100%, 24rem)" height="1.25rem" />
      </Loading>
    );
  }
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" pending={query.isFetching} onClick={() => query.refetch()}>
          Tentar novamente
        </Button>
      }
    >
      {failureMessage(query.error, 'Erro ao carregar a sincronização')}
    </Alert>
  );
}

function Progress({ run: { done, total, errorCount } }: { run: BulkSync }) {
  // A customer may buy for the first time meanwhile.
  const all = Math.max(total, done, 1);
  const text = `${formatCount(done)} de ${counted(all, 'cliente', 'clientes')}`;
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label="Sincronização dos clientes"
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        aria-valuetext={text}
        className={styles.track}
      >
        <div className={styles.bar} style={{ width: `${(100 * done) / all}%` }} />
      </div>
      <p className={styles.numbers}>
        <span>{text}</span>
        {errorCount > 0 && <span className={styles.errors}>{counted(errorCount, 'erro', 'erros')}</span>}
      </p>
    </div>
  );
}

function Summary({ run: { total, successCount, errorCount, startedAt, finishedAt } }: { run: BulkSync }) {
  const { timeZone } = useStaffSession().merchant;
  return (
    <p className={styles.summary}>
      <span>Última sincronização: {formatDayAndTime(finishedAt ?? startedAt, timeZone)}</span>
      <span>{counted(total, 'cliente', 'clientes')}</span>
      <span>{formatCount(successCount)} com sucesso</span>
      {errorCount > 0 ? (
        <span>
          <Link to="/integrations?aba=logs&resultado=error&acao=bulk_sync" className={styles.errors}>
            {counted(errorCount, 'erro', 'erros')}
          </Link>
        </span>
      ) : (
        <span>nenhum erro</span>
      )}
    </p>
  );
}
