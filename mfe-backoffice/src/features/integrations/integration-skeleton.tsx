import { PROVIDER_NAMES, type Provider } from 'domain/integrations';
import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { ACCOUNT_LABELS, SYNC_LABELS } from './integration-labels.ts';
import styles from './provider-panel.module.css';

/** The sections' labels, which are known, and placeholders of their fields. */
export function IntegrationSkeleton({ provider }: { provider: Provider }) {
  return (
    <div className={styles.frame}>
      <div className={styles.form}>
        <SettingsSection
          title={`Conta do ${PROVIDER_NAMES[provider]}`}
          description={ACCOUNT_LABELS[provider].description}
        >
          <Skeleton height="5.75rem" />
          {provider === 'mailchimp' && (
            <>
              <Skeleton height="5.75rem" />
              <Skeleton height="5.75rem" />
            </>
          )}
        </SettingsSection>
        <SettingsSection {...SYNC_LABELS}>
          <Skeleton height="8.25rem" />
        </SettingsSection>
      </div>
    </div>
  );
}
