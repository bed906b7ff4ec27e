import { OFFLINE_MESSAGE } from 'domain/failure-messages';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';

interface OfflineNoticeProps {
  /** No network; otherwise the server alone could not be asked about the session that is shown. */
  isLost: boolean;
  /** '2 vendas esperam neste aparelho.' */
  waiting: string | undefined;
  onReconnect: () => Promise<void>;
}

/** Stays until a call succeeds. What is loaded goes on being usable below it. */
export function OfflineNotice({ isLost, waiting, onReconnect }: OfflineNoticeProps) {
  const [isPending, setIsPending] = useState(false);
  async function reconnect() {
    setIsPending(true);
    await onReconnect();
    setIsPending(false);
  }
  return (
    <Alert
      tone="warning"
      title={isLost ? 'Sem conexão' : undefined}
      action={
        <Button variant="secondary" pending={isPending} pendingLabel="Verificando..." onClick={reconnect}>
          Verificar conexão
        </Button>
      }
    >
      {isLost ? (
        <>
          Você pode continuar vendendo: as vendas ficam neste aparelho e saem sozinhas quando a conexão
          voltar. Resgates precisam de conexão.{waiting && <strong> {waiting}</strong>}
        </>
      ) : (
        OFFLINE_MESSAGE
      )}
    </Alert>
  );
}
