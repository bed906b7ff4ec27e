import { formatDay, formatDayAndTime } from 'domain/local-dates';
import { UserRoundX } from 'lucide-react';
import { Button } from 'ui/button';
import { ButtonLink } from 'ui/button-link';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { contactLabel } from './data-request-labels.ts';
import styles from './data-requests.module.css';
import { ExportDataButtons } from './export-data-buttons.tsx';
import type { DataRequest } from './use-data-requests.ts';

interface DataRequestFactsProps {
  request: DataRequest;
  timeZone: string;
  /** Offered for an open request to erase. */
  onErase?: (() => void) | undefined;
}

/** The request's details, and the tools for its customer, if a customer is known. */
export function DataRequestFacts({ request, timeZone, onErase }: DataRequestFactsProps) {
  const { customer, message } = request;
  return (
    <div className={styles.facts}>
      <DefinitionList rows={rowsOf(request, timeZone)} />
      {message && <blockquote className={styles.message}>{message}</blockquote>}
      {customer ? (
        <div className={styles.tools}>
          <ButtonLink variant="secondary" href={`/customers/${customer.id}`} target="_blank">
            Abrir cadastro
          </ButtonLink>
          {!customer.isErased && <ExportDataButtons customerId={customer.id} />}
          {onErase && (
            <Button variant="danger" icon={<UserRoundX />} onClick={onErase}>
              Apagar dados do cliente
            </Button>
          )}
        </div>
      ) : (
        <p className={styles.muted}>
          Nenhum cadastro tem hoje este telefone. Se a pessoa já usou outro número, busque por ele.
        </p>
      )}
      {customer && request.state === 'open' && <p className={styles.muted}>{stepsOf(request)}</p>}
    </div>
  );
}

/** Which of the tools closes the request, and why the others do not. */
function stepsOf({ kind, customer }: DataRequest): string {
  if (customer?.isErased) return 'Os dados já foram apagados. Conclua o pedido para esquecer o contato.';
  if (kind === 'erasure') return 'Apagar conclui o pedido e avisa a pessoa por email, se houver um.';
  return 'Baixar os dados não conclui o pedido: envie o arquivo à pessoa e conclua aqui depois.';
}

function rowsOf(request: DataRequest, timeZone: string): Definition[] {
  const { closedAt, closedBy, answer } = request;
  const closed: Definition[] = closedAt
    ? [
        {
          label: 'Encerrado',
          value: `${formatDayAndTime(closedAt, timeZone)}${closedBy ? `, ${closedBy}` : ''}`,
        },
        ...(answer ? [{ label: request.state === 'refused' ? 'Motivo' : 'Anotação', value: answer }] : []),
      ]
    : [];
  return [
    { label: 'Cliente', value: request.customer ? (request.customer.name ?? 'Sem nome') : 'Não é cliente' },
    { label: 'Telefone', value: contactLabel(request.phone) },
    { label: 'Resposta para', value: <span className={styles.name}>{contactLabel(request.contact)}</span> },
    { label: 'Recebido', value: formatDayAndTime(request.createdAt, timeZone) },
    { label: 'Responder até', value: formatDay(request.dueAt, timeZone), strong: closedAt === null },
    ...closed,
  ];
}
