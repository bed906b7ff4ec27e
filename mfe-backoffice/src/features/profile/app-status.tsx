import { formatDayAndTime } from 'domain/local-dates';
import { useStaffSession } from 'federation/remote-host';
import type { Ref } from 'react';
import { Button } from 'ui/button';
import styles from './profile-settings.module.css';
import type { OpenTwoStepDialog } from './two-step-dialog.tsx';

interface AppStatusProps {
  /** Null: none is in use. */
  since: string | null;
  button: Ref<HTMLButtonElement>;
  onOpen: (dialog: OpenTwoStepDialog, from: HTMLElement) => void;
}

/** The authenticator app. */
export function AppStatus({ since, button, onOpen }: AppStatusProps) {
  const { timeZone } = useStaffSession().merchant;
  return (
    <div className={styles.role}>
      <h3 className={styles.roleLabel}>Aplicativo de códigos</h3>
      <p className={styles.roleText}>
        {since === null
          ? 'Google Authenticator, Microsoft Authenticator, 2FAS ou outro, no celular. O painel pede um código depois da senha.'
          : `Ativado desde ${formatDayAndTime(since, timeZone)}.`}
      </p>
      <Button
        ref={button}
        variant={since === null ? 'secondary' : 'ghost'}
        onClick={(event) => onOpen({ kind: since === null ? 'start' : 'remove' }, event.currentTarget)}
      >
        {since === null ? 'Ativar' : 'Desativar'}
      </Button>
    </div>
  );
}
