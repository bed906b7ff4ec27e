import { failureMessage } from 'federation/error-message';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-settings.module.css';

/** Name, addresses and role of the signed-in employee. */
export function ProfileSection() {
  // Refetched at each visit and never while the form is edited.
  const profile = trpc.auth.profile.useQuery(undefined, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  return (
    <SettingsSection
      title="Seus dados"
      description="Como a sua equipe vê você e por onde você entra no painel."
    >
      {profile.isPending && <ProfileSkeleton />}
      {profile.isError && (
        <ScreenState
          state="failed"
          message={failureMessage(profile.error, 'Erro ao carregar configurações')}
          onRetry={profile.refetch}
          retrying={profile.isFetching}
        />
      )}
      {profile.data && <ProfileForm profile={profile.data} />}
    </SettingsSection>
  );
}

function ProfileSkeleton() {
  return (
    <ScreenState state="loading" label="Carregando o seu perfil">
      <div className={styles.form}>
        <Skeleton height="4.25rem" />
        <Skeleton height="4.25rem" />
        <Skeleton height="4.25rem" />
        <Skeleton height="6rem" />
        <Skeleton height="3rem" />
      </div>
    </ScreenState>
  );
}
