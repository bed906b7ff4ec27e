import { DATA_REQUEST_LABELS, type DataRequestState } from 'domain/data-requests';
import { formatDay } from 'domain/local-dates';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { type Column, DataTable } from 'ui/data-table';
import { contactLabel, timeLeft } from './data-request-labels.ts';
import styles from './data-requests.module.css';
import type { DataRequest } from './use-data-requests.ts';

interface DataRequestsTableProps {
  requests: readonly DataRequest[];
  state: DataRequestState;
  timeZone: string;
  onOpen: (request: DataRequest, from: HTMLElement) => void;
}

export function DataRequestsTable({ requests, state, timeZone, onOpen }: DataRequestsTableProps) {
  const columns: Column<DataRequest>[] = [
    { header: 'Pedido', cell: ({ kind }) => DATA_REQUEST_LABELS[kind].label },
    { header: 'Quem', cell: (request) => <Who request={request} /> },
    { header: 'Recebido', cell: ({ createdAt }) => formatDay(createdAt, timeZone) },
    state === 'open'
      ? { header: 'Prazo', cell: (request) => <Due request={request} timeZone={timeZone} /> }
      : { header: 'Encerrado', cell: (request) => <Closed request={request} timeZone={timeZone} /> },
    {
      header: 'Ações',
      align: 'end',
      wholeLine: true,
      cell: (request) => (
        <Button
          variant="secondary"
          aria-label={`${state === 'open' ? 'Responder' : 'Ver'}: ${DATA_REQUEST_LABELS[request.kind].label}, ${contactLabel(request.phone)}`}
          onClick={(event) => onOpen(request, event.currentTarget)}
        >
          {state === 'open' ? 'Responder' : 'Ver'}
        </Button>
      ),
    },
  ];
  return <DataTable caption="Pedidos de dados" columns={columns} rows={requests} rowKey={({ id }) => id} />;
}

function Who({ request: { phone, customer } }: { request: DataRequest }) {
  return (
    <div className={styles.stack}>
      <span className={styles.name}>
        {customer ? (customer.name ?? 'Cliente sem nome') : 'Não é cliente'}
      </span>
      <span className={styles.muted}>{contactLabel(phone)}</span>
    </div>
  );
}

function Due({ request: { dueAt }, timeZone }: { request: DataRequest; timeZone: string }) {
  const { text, tone } = timeLeft(dueAt, Date.now());
  return (
    <div className={styles.stack}>
      <Badge tone={tone}>{text}</Badge>
      <span className={styles.muted}>{formatDay(dueAt, timeZone)}</span>
    </div>
  );
}

function Closed({ request: { closedAt, closedBy }, timeZone }: { request: DataRequest; timeZone: string }) {
  return (
    <div className={styles.stack}>
      <span>{closedAt && formatDay(closedAt, timeZone)}</span>
      <span className={styles.muted}>{closedBy}</span>
    </div>
  );
}
