import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { DOMAIN_LABELS, FORM_LABELS, LINK_LABELS } from './section-labels.ts';
import styles from './signup-link.module.css';

/** The three sections' labels, which are known, and placeholders of their content. */
export function SignupLinkSkeleton() {
  return (
    <div className={styles.frame}>
      <div className={styles.sections}>
        <SettingsSection {...LINK_LABELS}>
          <Skeleton height="3rem" />
          <Skeleton height="12.5rem" width="12.5rem" />
          <Skeleton height="2.75rem" width="18rem" />
        </SettingsSection>
        <SettingsSection {...FORM_LABELS}>
          <Skeleton height="5.75rem" />
          <Skeleton height="5.75rem" />
          <Skeleton height="3.25rem" width="8rem" />
        </SettingsSection>
        <SettingsSection {...DOMAIN_LABELS}>
          <Skeleton height="18rem" />
        </SettingsSection>
      </div>
    </div>
  );
}
