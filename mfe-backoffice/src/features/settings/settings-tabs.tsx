import { type Permission, roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Tabs } from 'ui/tabs';
import { CashbackSettings } from './cashback-settings.tsx';

interface SettingsTab {
  id: string;
  label: string;
  /** What its panel's calls ask; null: it is everybody's own. */
  permission: Permission | null;
  Panel: ComponentType;
}

const TABS = [
  { id: 'cashback', label: 'Cashback', permission: 'settings.write', Panel: CashbackSettings },
] as const satisfies readonly SettingsTab[];

type TabId = (typeof TABS)[number]['id'];

/** The settings, a tab a subject. */
export function SettingsTabs() {
  const { role } = useStaffSession().employee;
  const [activeId, setActiveId] = useState<TabId>('cashback');
  const { permission, Panel } = TABS.find((tab) => tab.id === activeId) ?? TABS[0];
  return (
    <Tabs label="Configurações" tabs={TABS} active={activeId} onChange={setActiveId}>
      {permission === null || roleMay(role, permission) ? <Panel /> : <NotAllowed />}
    </Tabs>
  );
}

function NotAllowed() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<LockKeyhole />}
        title="Somente o proprietário e administradores podem alterar estas configurações"
        description="Se algo precisa mudar, fale com um deles."
      />
    </Card>
  );
}
