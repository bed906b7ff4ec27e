import { failureMessage } from 'federation/error-message';
import { useRef } from 'react';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useDialog } from '../../lib/use-dialog.ts';
import styles from './profile-settings.module.css';
import { type OpenTwoStepDialog, TwoStepDialog } from './two-step-dialog.tsx';
import { TwoStepStatus } from './two-step-status.tsx';

/** The second step of the employee's own logins. */
export function TwoStepSection() {
  const factors = trpc.auth.factors.useQuery();
  const firstButton = useRef<HTMLButtonElement>(null);
  const { dialog, open, close } = useDialog<OpenTwoStepDialog>(firstButton);
  return (
    <SettingsSection
      title="Verificação em duas etapas"
      description="Uma chave de acesso ou um código do seu celular, além da senha. Quem descobrir a sua senha não entra."
    >
      {factors.isPending && (
        <ScreenState state="loading" label="Carregando a verificação em duas etapas">
          <div className={styles.form}>
            <Skeleton height="4.5rem" />
          </div>
        </ScreenState>
      )}
      {factors.isError && (
        <ScreenState
          state="failed"
          message={failureMessage(factors.error, 'Erro ao carregar a verificação em duas etapas')}
          onRetry={factors.refetch}
          retrying={factors.isFetching}
        />
      )}
      {factors.data && <TwoStepStatus factors={factors.data} firstButton={firstButton} onOpen={open} />}
      <TwoStepDialog dialog={dialog} onNext={open} onClose={close} />
    </SettingsSection>
  );
}
