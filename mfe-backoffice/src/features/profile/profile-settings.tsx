import { useStaffSession } from 'federation/remote-host';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { PinSection } from './pin-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import styles from './profile-settings.module.css';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

/** 'Meu Perfil': the settings of one's own account. */
export function ProfileSettings() {
  // Until the second step that is demanded is set up, nothing else answers.
  const { factorDaysLeft, tablet } = useStaffSession();
  const isOpen = factorDaysLeft !== 0;
  return (
    <div className={styles.frame}>
      <div className={styles.sections}>
        {isOpen && <ProfileSection />}
        {isOpen && <PasswordForm />}
        {tablet ? <OwnAccessOnTablet /> : <TwoStepSection />}
        {isOpen && !tablet && <PinSection />}
        {isOpen && <SessionsSection />}
      </div>
    </div>
  );
}

/** A tablet does not change how its employees sign in. */
function OwnAccessOnTablet() {
  return (
    <SettingsSection
      title="Verificação em duas etapas e PIN"
      description="Num aparelho do balcão isto não muda. Entre com email e senha em outro aparelho."
    />
  );
}
