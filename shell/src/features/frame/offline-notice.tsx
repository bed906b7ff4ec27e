import { OFFLINE_MESSAGE } from 'domain/failure-messages';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';

/** The session shown is the one this browser kept; the server could not be asked about it. */
export function OfflineNotice({ onReconnect }: { onReconnect: () => Promise<void> }) {
  const [isPending, setIsPending] = useState(false);
  async function reconnect() {
    setIsPending(true);
    await onReconnect();
    setIsPending(false);
  }
  return (
    <Alert
      tone="warning"
      action={
        <Button variant="secondary" pending={isPending} pendingLabel="Tentando..." onClick={reconnect}>
          Tentar novamente
        </Button>
      }
    >
      {OFFLINE_MESSAGE}
    </Alert>
  );
}
