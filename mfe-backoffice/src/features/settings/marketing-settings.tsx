import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import { TAGS_LABELS } from './marketing-labels.ts';
import { MarketingSettingsForm } from './marketing-settings-form.tsx';
import styles from './settings-form.module.css';
import { READ_AT_VISIT, SettingsPanel } from './settings-panel.tsx';

/** The merchant's own tags, for those who may change them. */
export function MarketingSettings() {
  const settings = trpc.merchants.marketingSettings.useQuery(undefined, READ_AT_VISIT);
  return (
    <SettingsPanel query={settings} skeleton={<MarketingSkeleton />}>
      {(data) => <MarketingSettingsForm settings={data} />}
    </SettingsPanel>
  );
}

function MarketingSkeleton() {
  return (
    <div className={styles.frame}>
      <SettingsSection {...TAGS_LABELS}>
        <Skeleton height="7.25rem" />
        <Skeleton height="7.25rem" />
      </SettingsSection>
    </div>
  );
}
