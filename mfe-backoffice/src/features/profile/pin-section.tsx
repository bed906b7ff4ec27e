import { formatDay } from 'domain/local-dates';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { useRef } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useDialog } from '../../lib/use-dialog.ts';
import { PinDialog } from './pin-dialog.tsx';
import styles from './profile-settings.module.css';

/** The employee's own PIN for the counter's tablets. */
export function PinSection() {
  const { timeZone } = useStaffSession().merchant;
  const { notify } = useRemoteHost();
  const { auth } = trpc.useUtils();
  const pin = trpc.auth.pin.useQuery();
  const removal = trpc.auth.removePin.useMutation();
  const firstButton = useRef<HTMLButtonElement>(null);
  const { dialog, open, close } = useDialog<'set' | 'remove'>(firstButton);
  const since = pin.data?.chosenAt;

  async function remove() {
    await removal.mutateAsync();
    notify.success('PIN removido.');
    await auth.pin.invalidate();
    close();
  }

  return (
    <SettingsSection
      title="PIN do balcão"
      description="Com 4 a 6 números você entra num aparelho do balcão, sem digitar a senha."
    >
      {pin.isPending && (
        <ScreenState state="loading" label="Carregando o PIN do balcão">
          <Skeleton height="4.5rem" />
        </ScreenState>
      )}
      {pin.isError && (
        <ScreenState
          state="failed"
          message={failureMessage(pin.error, 'Erro ao carregar o PIN do balcão')}
          onRetry={pin.refetch}
          retrying={pin.isFetching}
        />
      )}
      {pin.data && (
        <div className={styles.form}>
          {since && (
            <div className={styles.role}>
              <Badge tone="success">Criado</Badge>
              <p className={styles.roleText}>Desde {formatDay(since, timeZone)}.</p>
            </div>
          )}
          <div className={styles.actions}>
            <Button
              ref={firstButton}
              size={since ? 'medium' : 'large'}
              variant={since ? 'secondary' : 'primary'}
              onClick={(event) => open('set', event.currentTarget)}
            >
              {since ? 'Trocar PIN' : 'Criar PIN'}
            </Button>
            {since && (
              <Button variant="ghost" onClick={(event) => open('remove', event.currentTarget)}>
                Remover PIN
              </Button>
            )}
          </div>
        </div>
      )}
      {dialog === 'set' && <PinDialog isFirst={!since} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title="Remover o seu PIN?"
          consequences={['Nos aparelhos do balcão, você volta a entrar com email e senha.']}
          submit={{ label: 'Remover', pendingLabel: 'Removendo...', variant: 'danger' }}
          failure="Erro ao remover o PIN"
          onConfirm={remove}
          onClose={close}
        />
      )}
    </SettingsSection>
  );
}
