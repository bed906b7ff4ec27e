import { failureMessage } from 'federation/error-message';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import styles from './profile-settings.module.css';
import { SessionList } from './session-list.tsx';

/** The employee's sessions, with a way to end each. */
export function SessionsSection() {
  const sessions = trpc.auth.sessions.useQuery();
  return (
    <SettingsSection
      title="Sessões abertas"
      description="Onde a sua conta está aberta. Não reconhece alguma? Encerre-a e troque a senha."
    >
      {sessions.isPending && (
        <ScreenState state="loading" label="Carregando as sessões">
          <div className={styles.form}>
            <Skeleton height="4.5rem" />
          </div>
        </ScreenState>
      )}
      {sessions.isError && (
        <ScreenState
          state="failed"
          message={failureMessage(sessions.error, 'Erro ao carregar as sessões')}
          onRetry={sessions.refetch}
          retrying={sessions.isFetching}
        />
      )}
      {sessions.data && <SessionList sessions={sessions.data.sessions} />}
    </SettingsSection>
  );
}
