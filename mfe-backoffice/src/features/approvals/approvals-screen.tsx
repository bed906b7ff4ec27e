import { failureMessage } from 'federation/error-message';
import { BadgeCheck } from 'lucide-react';
import { useRef } from 'react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { ApprovalCard } from './approval-card.tsx';
import styles from './approvals.module.css';
import { useApprovals } from './use-approvals.ts';

const FAILURE = 'Erro ao carregar os pedidos de aprovação';

/** What waits for an answer, first, and what the last day brought. */
export function ApprovalsScreen() {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useApprovals();
  const list = useRef<HTMLUListElement>(null);
  if (data?.approvals.length === 0)
    return (
      <Card>
        <ScreenState
          state="empty"
          icon={<BadgeCheck />}
          title="Nenhum pedido nas últimas 24 horas"
          description="O que a equipe registra acima do valor definido em Configurações aparece aqui na hora, para aprovar ou recusar."
        />
      </Card>
    );
  if (data)
    return (
      <ul ref={list} tabIndex={-1} aria-label="Pedidos de aprovação" className={styles.list}>
        {data.approvals.map((approval) => (
          <li key={approval.id}>
            <Card>
              <ApprovalCard
                approval={approval}
                untilMs={dataUpdatedAt + approval.secondsLeft * 1_000}
                onAnswered={() => list.current?.focus()}
              />
            </Card>
          </li>
        ))}
      </ul>
    );
  return (
    <Card>
      {error ? (
        <ScreenState
          state="failed"
          message={failureMessage(error, FAILURE)}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <ScreenState state="loading" label="Carregando pedidos de aprovação">
          <Skeleton height="6rem" />
        </ScreenState>
      )}
    </Card>
  );
}
