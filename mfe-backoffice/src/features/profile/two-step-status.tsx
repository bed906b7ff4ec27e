import type { ApiOutputs } from 'api/contract';
import { RECOVERY_CODES } from 'domain/factor-codes';
import type { Ref } from 'react';
import { Alert } from 'ui/alert';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { AppStatus } from './app-status.tsx';
import { PasskeyList } from './passkey-list.tsx';
import styles from './profile-settings.module.css';
import type { OpenTwoStepDialog } from './two-step-dialog.tsx';

/** From here on it is time for a new set. */
const FEW_CODES = 3;

interface TwoStepStatusProps {
  factors: ApiOutputs['auth']['factors'];
  firstButton: Ref<HTMLButtonElement>;
  onOpen: (dialog: OpenTwoStepDialog, from: HTMLElement) => void;
}

/** Whether logins ask for a second step, for which, and what can be done about it. */
export function TwoStepStatus({ factors, firstButton, onOpen }: TwoStepStatusProps) {
  const { appSince, passkeys, recoveryCodesLeft } = factors;
  const isOn = appSince !== null || passkeys.length > 0;
  return (
    <div className={styles.form}>
      {isOn && (
        <div className={styles.role}>
          <Badge tone="success">Ativada</Badge>
          <p className={styles.roleText}>
            Restam {recoveryCodesLeft} de {RECOVERY_CODES} códigos de recuperação, para entrar sem o celular
            ou a chave.
          </p>
          <Button variant="secondary" onClick={(event) => onOpen({ kind: 'renew' }, event.currentTarget)}>
            Criar novos códigos
          </Button>
        </div>
      )}
      {isOn && recoveryCodesLeft <= FEW_CODES && (
        <Alert tone="warning" role="note">
          Restam poucos códigos de recuperação. Crie novos e guarde-os em um lugar seguro.
        </Alert>
      )}
      <PasskeyList passkeys={passkeys} onOpen={onOpen} />
      <AppStatus since={appSince} button={firstButton} onOpen={onOpen} />
    </div>
  );
}
