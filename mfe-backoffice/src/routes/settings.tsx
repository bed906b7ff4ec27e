import { PageHeader } from 'ui/page-header';
import { SettingsTabs } from '../features/settings/settings-tabs.tsx';

export function SettingsRoute() {
  return (
    <>
      <PageHeader title="Configurações" description="Como o seu programa de cashback funciona." />
      <SettingsTabs />
    </>
  );
}
