import { formatMoment } from 'domain/local-dates';
import { webhookEventLabel } from 'domain/webhooks';
import { failureMessage } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { CodeBlock } from '../../lib/code-block.tsx';
import { trpc } from '../../lib/trpc.ts';
import styles from './delivery-dialog.module.css';
import { nextTryOf, stateLabel } from './delivery-labels.ts';
import type { Delivery } from './webhook.ts';

interface DeliveryDialogProps {
  id: string;
  onClose: () => void;
}

/** All there is to know about one delivery, the body that was sent included. */
export function DeliveryDialog({ id, onClose }: DeliveryDialogProps) {
  const { data, error, isFetching, refetch } = trpc.webhooks.delivery.useQuery({ id });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Detalhes do envio"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {data && <Details delivery={data} />}
      {!data && error && (
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar o envio')}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {!data && !error && (
        <ScreenState state="loading" label="Carregando envio">
          <Skeleton height="24rem" radius="0.625rem" />
        </ScreenState>
      )}
    </Dialog>
  );
}

function Details({ delivery }: { delivery: Delivery & { body: string | null } }) {
  const { timeZone } = useStaffSession().merchant;
  return (
    <div className={styles.content}>
      <DefinitionList rows={[...whatRows(delivery), ...outcomeRows(delivery, timeZone)]} />
      {delivery.body === null ? (
        <p className={styles.muted}>O corpo é montado na primeira tentativa.</p>
      ) : (
        <CodeBlock label="Corpo enviado" code={indented(delivery.body)} original={delivery.body} />
      )}
    </div>
  );
}

function whatRows({ id, event, url }: Delivery): Definition[] {
  return [
    {
      label: 'Evento',
      value: (
        <>
          {webhookEventLabel(event)} <code className={styles.code}>{event}</code>
        </>
      ),
    },
    { label: 'Enviado para', value: <span className={styles.code}>{url}</span> },
    { label: 'webhook-id', value: <span className={styles.code}>{id}</span> },
  ];
}

function outcomeRows(delivery: Delivery, timeZone: string): Definition[] {
  const { createdAt, finishedAt, state, tries, lastStatus, lastError } = delivery;
  const { label, tone } = stateLabel(delivery);
  const badge = (
    <Badge dot tone={tone}>
      {label}
    </Badge>
  );
  const rows: Definition[] = [
    { label: 'Situação', value: badge },
    { label: 'Criado em', value: formatMoment(createdAt, timeZone) },
    { label: 'Tentativas', value: String(tries) },
  ];
  if (lastStatus !== null) rows.push({ label: 'Última resposta', value: `HTTP ${lastStatus}` });
  if (lastError !== null && state !== 'delivered')
    rows.push({ label: 'Último erro', value: <span className={styles.text}>{lastError}</span> });
  const nextTry = nextTryOf(delivery);
  if (nextTry) rows.push({ label: 'Próxima tentativa', value: formatMoment(nextTry, timeZone) });
  const end = state === 'delivered' ? 'Entregue em' : 'Encerrado em';
  if (finishedAt !== null) rows.push({ label: end, value: formatMoment(finishedAt, timeZone) });
  return rows;
}

/** Formatted for reading; a text that is no JSON stays as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
