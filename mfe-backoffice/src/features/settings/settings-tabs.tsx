import { type Permission, roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Tabs } from 'ui/tabs';

export interface SettingsTab {
  /** Stands in the address: '/settings?aba=perfil'. */
  id: string;
  label: string;
  /** The permission that the panel's calls need; null: open to every role. */
  permission: Permission | null;
  Panel: ComponentType;
}

/** The settings, a tab a subject; the address says which is open. */
export function SettingsTabs({ tabs }: { tabs: readonly [SettingsTab, ...SettingsTab[]] }) {
  const { role } = useStaffSession().employee;
  const [search, setSearch] = useSearchParams();
  const { id, permission, Panel } = tabs.find((tab) => tab.id === search.get('aba')) ?? tabs[0];
  return (
    <Tabs
      label="Configurações"
      tabs={tabs}
      active={id}
      onChange={(aba) => setSearch({ aba }, { replace: true })}
    >
      {permission === null || roleMay(role, permission) ? <Panel key={id} /> : <NotAllowed />}
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
