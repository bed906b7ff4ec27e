import type { ApiOutputs } from 'api/contract';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useEffectEvent, useRef } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { formatCount } from './integration-labels.ts';

export type BulkSync = NonNullable<ApiOutputs['integrations']['bulkSync']['latest']>;

const RUNNING_POLL_MS = 1_000;
/** Another employee or another tab may begin one. */
const IDLE_POLL_MS = 10_000;

/** The latest run, which goes on in the background; the end of a run seen here is announced. */
export function useBulkSync() {
  const { notify } = useRemoteHost();
  const { integrations } = trpc.useUtils();
  const query = trpc.integrations.bulkSync.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.latest?.state === 'running' ? RUNNING_POLL_MS : IDLE_POLL_MS,
  });
  const { mutate, isPending } = trpc.integrations.startBulkSync.useMutation({
    onSuccess: (run) => {
      integrations.bulkSync.setData(undefined, { latest: run });
      notify.success('Sincronizando clientes...');
    },
    onError: (error) => {
      notify.error(`❌ Erro: ${failureMessage(error, 'Não foi possível iniciar a sincronização.')}`);
      // The server refuses a start while another run is under way: that run is shown.
      void integrations.bulkSync.invalidate();
    },
  });
  useAnnouncement(query.data?.latest ?? undefined);
  return { query, start: () => mutate(), isStarting: isPending };
}

function useAnnouncement(latest: BulkSync | undefined): void {
  const { notify } = useRemoteHost();
  const { integrations } = trpc.useUtils();
  const seenRunning = useRef<string>(undefined);

  const announce = useEffectEvent(({ successCount }: BulkSync) => {
    if (successCount > 0) notify.success(`✅ ${formatCount(successCount)} clientes sincronizados!`);
    else notify.error('❌ Erro: Nenhum cliente foi sincronizado. Veja o motivo nos logs.');
    void integrations.list.invalidate();
    void integrations.logs.invalidate();
  });

  useEffect(() => {
    if (!latest) return;
    if (latest.state === 'running') seenRunning.current = latest.id;
    else if (seenRunning.current === latest.id) {
      seenRunning.current = undefined;
      announce(latest);
    }
  }, [latest]);
}
