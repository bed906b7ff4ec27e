import { formatDayAndTime } from 'domain/local-dates';
import { WEBHOOK_EVENTS, webhookEventLabel } from 'domain/webhooks';
import { useStaffSession } from 'federation/remote-host';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { CheckboxField } from 'ui/checkbox-field';
import { VisuallyHidden } from 'ui/visually-hidden';
import { stateLabel } from './delivery-labels.ts';
import styles from './endpoints-card.module.css';
import { useSendTest } from './use-send-test.ts';
import { useToggleEndpoint } from './use-toggle-endpoint.ts';
import type { Endpoint } from './webhook.ts';
import type { OpenFrom } from './webhook-dialog.tsx';

interface RowProps {
  endpoint: Endpoint;
  onOpen: OpenFrom;
}

/** One endpoint: its events, its state, its latest delivery, and its actions. */
export function EndpointRow({ endpoint, onOpen }: RowProps) {
  const { url, description, isActive } = endpoint;
  const toggle = useToggleEndpoint(endpoint);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.url}>{url}</p>
        {description && <p className={styles.description}>{description}</p>}
        <Events events={endpoint.events} />
      </div>
      <CheckboxField
        look="switch"
        label="Ativo"
        aria-label={`Ativo: ${url}`}
        className={styles.switch}
        checked={toggle.wanted ?? isActive}
        onChange={(event) => toggle.change(event.target.checked)}
      />
      <LastDelivery endpoint={endpoint} />
      <Actions endpoint={endpoint} onOpen={onOpen} />
    </li>
  );
}

function Events({ events }: Pick<Endpoint, 'events'>) {
  const labels =
    events.length === WEBHOOK_EVENTS.length ? ['Todos os eventos'] : events.map(webhookEventLabel);
  return (
    <ul aria-label="Eventos" className={styles.events}>
      {labels.map((label) => (
        <li key={label}>
          <Badge>{label}</Badge>
        </li>
      ))}
    </ul>
  );
}

function LastDelivery({ endpoint: { lastDelivery, isActive } }: { endpoint: Endpoint }) {
  const { timeZone } = useStaffSession().merchant;
  if (!lastDelivery) return <p className={styles.last}>Nenhum envio ainda</p>;
  const { label, tone } = stateLabel(lastDelivery);
  return (
    <p className={styles.last}>
      Último envio
      <Badge tone={tone} dot>
        {label}
      </Badge>
      <span>{formatDayAndTime(lastDelivery.at, timeZone)}</span>
      {lastDelivery.status !== null && <span>HTTP {lastDelivery.status}</span>}
      {!isActive && lastDelivery.status === GONE && (
        <span className={styles.gone}>Desligado: o endereço respondeu que não existe mais.</span>
      )}
    </p>
  );
}

/** An address that answers so is turned off by the server. */
const GONE = 410;

function Actions({ endpoint, onOpen }: RowProps) {
  const { isTesting, test } = useSendTest();
  const of = <VisuallyHidden> {endpoint.url}</VisuallyHidden>;
  return (
    <div className={styles.actions}>
      <Button
        variant="secondary"
        pending={isTesting}
        pendingLabel="Enviando..."
        disabled={!endpoint.isActive}
        onClick={() => test(endpoint.id)}
      >
        Enviar teste{of}
      </Button>
      <Button
        variant="ghost"
        onClick={(event) => onOpen({ kind: 'endpoint', endpoint }, event.currentTarget)}
      >
        Editar{of}
      </Button>
      <Button variant="ghost" onClick={(event) => onOpen({ kind: 'remove', endpoint }, event.currentTarget)}>
        Remover{of}
      </Button>
    </div>
  );
}
