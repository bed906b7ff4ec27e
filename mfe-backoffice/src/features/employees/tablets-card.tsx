import type { ApiOutputs } from 'api/contract';
import { formatDay, formatDayAndTime } from 'domain/local-dates';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { useRef } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { type Column, DataTable } from 'ui/data-table';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { VisuallyHidden } from 'ui/visually-hidden';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useDialog } from '../../lib/use-dialog.ts';
import { RegisterTabletDialog } from './register-tablet-dialog.tsx';
import styles from './tablets-card.module.css';

type Tablet = ApiOutputs['tablets']['list']['tablets'][number];

/** The counter's tablets: those in use, and this browser as one more. */
export function TabletsCard() {
  const { onTabletRegistered } = useRemoteHost();
  const { data, error, isFetching, refetch } = trpc.tablets.list.useQuery();
  const button = useRef<HTMLButtonElement>(null);
  const { dialog, open, close } = useDialog<'register' | Tablet>(button);
  return (
    <Card flush>
      <CardHeader
        title="Aparelhos do balcão"
        description="Num aparelho registrado, cada pessoa entra com o próprio PIN e faz só o que um operador faz."
        actions={
          onTabletRegistered && (
            <Button
              ref={button}
              variant="secondary"
              onClick={(event) => open('register', event.currentTarget)}
            >
              Usar este aparelho no balcão
            </Button>
          )
        }
      />
      {!data && !error && (
        <ScreenState state="loading" label="Carregando aparelhos">
          <Skeleton height="4rem" />
        </ScreenState>
      )}
      {!data && error && (
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar aparelhos')}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {data?.tablets.length === 0 && <p className={styles.none}>Nenhum aparelho registrado.</p>}
      {data && data.tablets.length > 0 && (
        <TabletsTable tablets={data.tablets} onRevoke={(tablet, from) => open(tablet, from)} />
      )}
      {dialog === 'register' && onTabletRegistered && (
        <RegisterTabletDialog onRegistered={onTabletRegistered} onClose={close} />
      )}
      {dialog && dialog !== 'register' && <RevokeDialog tablet={dialog} onClose={close} />}
    </Card>
  );
}

interface TabletsTableProps {
  tablets: readonly Tablet[];
  onRevoke: (tablet: Tablet, from: HTMLElement) => void;
}

function TabletsTable({ tablets, onRevoke }: TabletsTableProps) {
  const { timeZone } = useStaffSession().merchant;
  const columns: Column<Tablet>[] = [
    {
      header: 'Nome',
      cell: ({ name, isThis }) => (
        <span className={styles.name}>
          {name}
          {isThis && <Badge>Este aparelho</Badge>}
        </span>
      ),
    },
    { header: 'Registrado por', cell: ({ registeredBy }) => registeredBy },
    { header: 'Registrado em', cell: ({ createdAt }) => formatDay(createdAt, timeZone) },
    {
      header: 'Último uso',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatDayAndTime(lastSeenAt, timeZone) : 'Nunca usado'),
    },
    {
      header: 'Ações',
      align: 'end',
      wholeLine: true,
      cell: (tablet) => (
        <span className={styles.action}>
          <Button variant="ghost" onClick={(event) => onRevoke(tablet, event.currentTarget)}>
            Revogar
            <VisuallyHidden> {tablet.name}</VisuallyHidden>
          </Button>
        </span>
      ),
    },
  ];
  return <DataTable caption="Aparelhos do balcão" columns={columns} rows={tablets} rowKey={({ id }) => id} />;
}

/** Asks before a counter may stop. */
function RevokeDialog({ tablet, onClose }: { tablet: Tablet; onClose: () => void }) {
  const { notify } = useRemoteHost();
  const { tablets } = trpc.useUtils();
  const { mutateAsync } = trpc.tablets.revoke.useMutation();
  return (
    <ConfirmDialog
      title={`Revogar ${tablet.name}?`}
      consequences={[
        'Quem está usando o aparelho sai agora, e os PINs não entram mais nele.',
        'Para voltar, um gerente registra o aparelho de novo.',
      ]}
      submit={{ label: 'Revogar', pendingLabel: 'Revogando...', variant: 'danger' }}
      failure="Erro ao revogar o aparelho"
      onConfirm={async () => {
        await mutateAsync({ id: tablet.id });
        await tablets.list.invalidate();
        notify.success('Aparelho revogado');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
