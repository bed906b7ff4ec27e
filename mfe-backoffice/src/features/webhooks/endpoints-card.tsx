import { Plus, Webhook } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { EndpointRow } from './endpoint-row.tsx';
import styles from './endpoints-card.module.css';
import type { Endpoint } from './webhook.ts';
import type { OpenFrom } from './webhook-dialog.tsx';

interface EndpointsCardProps {
  endpoints: readonly Endpoint[];
  addButton: RefObject<HTMLButtonElement | null>;
  onOpen: OpenFrom;
}

/** The endpoints, a button for a new one, and an introduction where there is none. */
export function EndpointsCard({ endpoints, addButton, onOpen }: EndpointsCardProps) {
  const add = (
    <Button
      ref={addButton}
      icon={<Plus />}
      onClick={(event) => onOpen({ kind: 'endpoint', endpoint: undefined }, event.currentTarget)}
    >
      Novo webhook
    </Button>
  );
  if (endpoints.length === 0) {
    return (
      <Card>
        <ScreenState
          state="empty"
          icon={<Webhook />}
          title="Nenhum webhook cadastrado"
          description="Cadastre o endereço de um sistema seu, como o caixa ou o estoque: ele é avisado assim que algo acontece aqui."
          action={add}
        />
      </Card>
    );
  }
  return (
    <Card flush>
      <CardHeader
        title="Endereços"
        description="Cada um recebe os eventos que você escolheu, assim que acontecem."
        actions={add}
      />
      <ul aria-label="Webhooks" className={styles.rows}>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} onOpen={onOpen} />
        ))}
      </ul>
    </Card>
  );
}
