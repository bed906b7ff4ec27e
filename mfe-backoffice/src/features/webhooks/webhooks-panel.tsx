import { failureMessage } from 'federation/error-message';
import { useRef } from 'react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { useDialog } from '../../lib/use-dialog.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { EndpointsSkeleton } from './endpoints-skeleton.tsx';
import { SigningSecretSection } from './signing-secret-section.tsx';
import { useWebhooks } from './use-webhooks.ts';
import type { Webhooks } from './webhook.ts';
import { type OpenWebhookDialog, WebhookDialog } from './webhook-dialog.tsx';
import styles from './webhooks-panel.module.css';

/** The merchant's endpoints, and their deliveries. */
export function WebhooksPanel() {
  const { data, error, isFetching, refetch } = useWebhooks();
  if (data) return <Panel webhooks={data} />;
  return (
    <Card flush>
      {error ? (
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar os webhooks')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <ScreenState state="loading" label="Carregando webhooks">
          <EndpointsSkeleton />
        </ScreenState>
      )}
    </Card>
  );
}

function Panel({ webhooks: { endpoints, secret } }: { webhooks: Webhooks }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { dialog, open, close } = useDialog<OpenWebhookDialog>(addButton);
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <EndpointsCard endpoints={endpoints} addButton={addButton} onOpen={open} />
        {secret && (
          <SigningSecretSection secret={secret} onRotate={(from) => open({ kind: 'rotate' }, from)} />
        )}
        {secret && <DeliveryLog endpoints={endpoints} onOpen={open} />}
      </div>
      <WebhookDialog
        dialog={dialog}
        onShowSecret={(shown) => open({ kind: 'secret', ...shown })}
        onClose={close}
      />
    </div>
  );
}
