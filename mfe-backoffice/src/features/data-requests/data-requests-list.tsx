import type { DataRequestState } from 'domain/data-requests';
import { failureMessage } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import { ShieldCheck } from 'lucide-react';
import { useRef } from 'react';
import { Card } from 'ui/card';
import { LoadMore } from 'ui/load-more';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { useDialog } from '../../lib/use-dialog.ts';
import { DataRequestDialog } from './data-request-dialog.tsx';
import styles from './data-requests.module.css';
import { DataRequestsTable } from './data-requests-table.tsx';
import { type DataRequest, useDataRequests } from './use-data-requests.ts';

const FAILURE = 'Erro ao carregar os pedidos';

const EMPTY: Record<DataRequestState, { title: string; description: string }> = {
  open: {
    title: 'Nenhum pedido aberto',
    description: 'O que clientes pedem sobre os próprios dados aparece aqui, com o prazo de 15 dias.',
  },
  done: { title: 'Nenhum pedido concluído', description: 'Os que você conclui ficam aqui por cinco anos.' },
  refused: { title: 'Nenhum pedido recusado', description: 'Os que você recusa ficam aqui com o motivo.' },
};

/** The requests in one state, and the dialog of the one that is open. */
export function DataRequestsList({ state }: { state: DataRequestState }) {
  const { timeZone } = useStaffSession().merchant;
  const list = useDataRequests(state);
  const region = useRef<HTMLElement>(null);
  const { dialog, open, close } = useDialog<DataRequest>(region);
  const { data, error, isFetching, refetch } = list;

  function content() {
    if (data?.length === 0) return <ScreenState state="empty" icon={<ShieldCheck />} {...EMPTY[state]} />;
    if (data) return <DataRequestsTable requests={data} state={state} timeZone={timeZone} onOpen={open} />;
    if (!error) return <Loading />;
    return (
      <ScreenState
        state="failed"
        message={failureMessage(error, FAILURE)}
        onRetry={refetch}
        retrying={isFetching}
      />
    );
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Pedidos" className={styles.list}>
      <Card flush>{content()}</Card>
      <LoadMore list={list} failure={failureMessage(list.error, FAILURE)} />
      {dialog && <DataRequestDialog request={dialog} timeZone={timeZone} onClose={close} />}
    </section>
  );
}

function Loading() {
  return (
    <ScreenState state="loading" label="Carregando pedidos">
      <div className={styles.skeleton}>
        {['a', 'b', 'c'].map((row) => (
          <Skeleton key={row} height="2.5rem" />
        ))}
      </div>
    </ScreenState>
  );
}
