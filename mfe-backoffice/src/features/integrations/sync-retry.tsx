import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import { trpc } from '../../lib/trpc.ts';
import styles from './sync-log.module.css';
import { customerLabel, type SyncLogEntry } from './sync-log-entry.ts';

interface SyncRetryProps {
  entry: SyncLogEntry;
  onRetried: () => void;
}

/** Requests one more attempt of a failed delivery; afterwards shows that it was requested. */
export function SyncRetry({ entry, onRetried }: SyncRetryProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useRetry(() => {
    // The button that had the focus has gone.
    frame.current?.focus();
    onRetried();
  });
  if (!entry.canRetry && entry.retriedAt === null) return null;
  return (
    <div ref={frame} tabIndex={-1} className={styles.retry}>
      {entry.retriedAt !== null && <Badge tone="info">Refeito</Badge>}
      {entry.canRetry && (
        <Button
          variant="secondary"
          icon={<RotateCw />}
          className={styles.retryButton}
          pending={isPending}
          onClick={() => mutate({ id: entry.id })}
        >
          Tentar novamente
          <VisuallyHidden>: {customerLabel(entry)}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

function useRetry(onRetried: () => void) {
  const { notify } = useRemoteHost();
  const { logs } = trpc.useUtils().integrations;
  return trpc.integrations.retry.useMutation({
    onSuccess: async () => {
      // The button is busy until the list says that it was done.
      await logs.invalidate();
      notify.success('O envio será feito de novo.');
      onRetried();
    },
    onError: (error) => {
      notify.error(failureMessage(error, 'Não foi possível tentar novamente.'));
      void logs.invalidate();
    },
  });
}
