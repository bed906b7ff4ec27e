import { formatDayAndTime } from 'domain/local-dates';
import { webhookEventLabel } from 'domain/webhooks';
import { useStaffSession } from 'federation/remote-host';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { type Column, DataTable } from 'ui/data-table';
import { VisuallyHidden } from 'ui/visually-hidden';
import { nextTryOf, stateLabel, triesLabel } from './delivery-labels.ts';
import styles from './delivery-table.module.css';
import { useRetryDelivery } from './use-retry-delivery.ts';
import type { Delivery, Endpoint } from './webhook.ts';
import type { OpenFrom } from './webhook-dialog.tsx';

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  /** The existing endpoints; to a removed or inactive one nothing can be sent again. */
  endpoints: readonly Endpoint[];
  onOpen: OpenFrom;
}

export function DeliveryTable({ deliveries, endpoints, onOpen }: DeliveryTableProps) {
  const { timeZone } = useStaffSession().merchant;
  const columns: Column<Delivery>[] = [
    { header: 'Evento', cell: (delivery) => <What delivery={delivery} /> },
    {
      header: 'Quando',
      cell: ({ createdAt }) => <span className={styles.when}>{formatDayAndTime(createdAt, timeZone)}</span>,
    },
    { header: 'Situação', cell: (delivery) => <Situation delivery={delivery} timeZone={timeZone} /> },
    {
      header: 'Ações',
      align: 'end',
      wholeLine: true,
      cell: (delivery) => (
        <Actions delivery={delivery} canRetry={mayRetry(delivery, endpoints)} onOpen={onOpen} />
      ),
    },
  ];
  return <DataTable caption="Envios" columns={columns} rows={deliveries} rowKey={({ id }) => id} />;
}

function What({ delivery: { event, url } }: { delivery: Delivery }) {
  return (
    <span className={styles.what}>
      <span className={styles.event}>{webhookEventLabel(event)}</span>
      <span className={styles.url}>{url}</span>
    </span>
  );
}

function Situation({ delivery, timeZone }: { delivery: Delivery; timeZone: string }) {
  const { label, tone } = stateLabel(delivery);
  const nextTry = nextTryOf(delivery);
  const facts = [triesLabel(delivery.tries)];
  if (nextTry) facts.push(`próxima: ${formatDayAndTime(nextTry, timeZone)}`);
  return (
    <div className={styles.situation}>
      <Badge dot tone={tone}>
        {label}
      </Badge>
      {delivery.state !== 'delivered' && delivery.lastError && (
        <span className={styles.error}>{delivery.lastError}</span>
      )}
      {delivery.state !== 'delivered' && delivery.tries > 0 && (
        <span className={styles.muted}>{facts.join(' · ')}</span>
      )}
    </div>
  );
}

function mayRetry({ state, endpointId }: Delivery, endpoints: readonly Endpoint[]): boolean {
  return state === 'failed' && endpoints.some(({ id, isActive }) => id === endpointId && isActive);
}

interface ActionsProps {
  delivery: Delivery;
  canRetry: boolean;
  onOpen: OpenFrom;
}

function Actions({ delivery, canRetry, onOpen }: ActionsProps) {
  const { isRetrying, retry } = useRetryDelivery();
  const of = (
    <VisuallyHidden>
      {' '}
      de {webhookEventLabel(delivery.event)} para {delivery.url}
    </VisuallyHidden>
  );
  return (
    <span className={styles.actions}>
      {canRetry && (
        <Button
          variant="ghost"
          pending={isRetrying}
          pendingLabel="Enviando..."
          onClick={() => retry(delivery.id)}
        >
          Tentar novamente{of}
        </Button>
      )}
      <Button
        variant="ghost"
        onClick={(event) => onOpen({ kind: 'delivery', id: delivery.id }, event.currentTarget)}
      >
        Detalhes{of}
      </Button>
    </span>
  );
}
