import { trpc } from '../../lib/trpc.ts';
import { GeneralSettingsForm } from './general-settings-form.tsx';
import { GeneralSettingsSkeleton } from './general-settings-skeleton.tsx';
import { READ_AT_VISIT, SettingsPanel } from './settings-panel.tsx';

/** The merchant's name, contacts and brand, for roles that may change them. */
export function GeneralSettings() {
  const settings = trpc.merchants.generalSettings.useQuery(undefined, READ_AT_VISIT);
  return (
    <SettingsPanel query={settings} skeleton={<GeneralSettingsSkeleton />}>
      {(data) => <GeneralSettingsForm settings={data} />}
    </SettingsPanel>
  );
}
