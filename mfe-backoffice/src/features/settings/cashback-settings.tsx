import { trpc } from '../../lib/trpc.ts';
import { CashbackSettingsForm } from './cashback-settings-form.tsx';
import { CashbackSettingsSkeleton } from './cashback-settings-skeleton.tsx';
import { READ_AT_VISIT, SettingsPanel } from './settings-panel.tsx';

/** How the program works, for those who may change it. */
export function CashbackSettings() {
  const settings = trpc.merchants.cashbackSettings.useQuery(undefined, READ_AT_VISIT);
  return (
    <SettingsPanel query={settings} skeleton={<CashbackSettingsSkeleton />}>
      {(data) => <CashbackSettingsForm settings={data} />}
    </SettingsPanel>
  );
}
