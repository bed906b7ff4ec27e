import { trpc } from '../../lib/trpc.ts';
import { GeneralSettingsForm } from './general-settings-form.tsx';
import { GeneralSettingsSkeleton } from './general-settings-skeleton.tsx';
import { READ_AT_VISIT, SettingsPanel } from './settings-panel.tsx';

/** Who the establishment is and what it looks like, for those who may change it. */
export function GeneralSettings() {
  const settings = trpc.merchants.generalSettings.useQuery(undefined, READ_AT_VISIT);
  return (
    <SettingsPanel query={settings} skeleton={<GeneralSettingsSkeleton />}>
      {(data) => <GeneralSettingsForm settings={data} />}
    </SettingsPanel>
  );
}
