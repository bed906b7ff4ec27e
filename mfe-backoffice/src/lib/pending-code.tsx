import { errorMessage, failureMessage, isRefusal, shouldRetry } from 'federation/error-message';
import { CircleSlash2 } from 'lucide-react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import styles from './qr-dialog.module.css';

interface PendingCodeProps {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  onClose: () => void;
}

/** The dialog of a code that is on its way, or the reason why it cannot be shown. */
export function PendingCode({ title, query, onClose }: PendingCodeProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      initialFocus="dialog"
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <Content {...query} />
    </Dialog>
  );
}

function Content({ error, isFetching, refetch }: PendingCodeProps['query']) {
  if (!error) {
    return (
      <ScreenState state="loading" label="Carregando o QR Code">
        <div className={styles.stage}>
          <Skeleton className={styles.code} height="16rem" />
        </div>
      </ScreenState>
    );
  }
  if (isRefused(error)) {
    // An id that is none: an address that was cut off.
    const title = isRefusal(error, 'bad_request') ? 'Operação não encontrada' : errorMessage(error);
    return <ScreenState state="empty" icon={<CircleSlash2 />} title={title} />;
  }
  return (
    <ScreenState
      state="failed"
      message={failureMessage(error, 'Não foi possível carregar o QR Code')}
      onRetry={refetch}
      retrying={isFetching}
    />
  );
}

/** The server's answer is that this code confirms nothing any more, whatever was shown before. */
export function isRefused(error: unknown): boolean {
  return !shouldRetry(0, error);
}
