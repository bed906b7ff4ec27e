import { PasswordForm } from './password-form.tsx';
import { ProfileSection } from './profile-section.tsx';
import styles from './profile-settings.module.css';
import { SessionsSection } from './sessions-section.tsx';

/** 'Meu Perfil': the settings of one's own account. */
export function ProfileSettings() {
  return (
    <div className={styles.frame}>
      <div className={styles.sections}>
        <ProfileSection />
        <PasswordForm />
        <SessionsSection />
      </div>
    </div>
  );
}
