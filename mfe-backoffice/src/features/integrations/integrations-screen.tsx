import { PROVIDER_NAMES, PROVIDERS } from 'domain/integrations';
import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { type Tab, Tabs } from 'ui/tabs';
import styles from './integrations-screen.module.css';
import { ProviderPanel } from './provider-panel.tsx';
import { SyncLog } from './sync-log.tsx';
import { useIntegrations } from './use-integrations.ts';

/** Where a shop's customers are sent, for those who may decide it. */
export function IntegrationsScreen() {
  const { employee } = useStaffSession();
  return roleMay(employee.role, 'integrations.write') ? <Integrations /> : <NotAllowed />;
}

const TAB_IDS = [...PROVIDERS, 'logs'] as const;
type TabId = (typeof TAB_IDS)[number];

function Integrations() {
  const [search, setSearch] = useSearchParams();
  const query = useIntegrations();
  const active = TAB_IDS.find((id) => id === search.get('aba')) ?? TAB_IDS[0];
  const isOn = (id: TabId) => query.data?.integrations.some((each) => each.provider === id && each.isActive);
  const tabs: Tab<TabId>[] = TAB_IDS.map((id) => ({
    id,
    label: id === 'logs' ? 'Logs' : PROVIDER_NAMES[id],
    dot: isOn(id) ? 'ativa' : undefined,
  }));
  return (
    <div className={styles.screen}>
      <Alert tone="info" role="note">
        O envio de clientes começa em uma próxima versão. O que você salvar aqui já fica guardado para quando
        ele começar.
      </Alert>
      <Tabs
        label="Integrações"
        tabs={tabs}
        active={active}
        onChange={(aba) => setSearch({ aba }, { replace: true })}
      >
        {active === 'logs' ? <SyncLog /> : <ProviderPanel key={active} provider={active} query={query} />}
      </Tabs>
    </div>
  );
}

function NotAllowed() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<LockKeyhole />}
        title="Somente o proprietário e administradores podem ver e alterar as integrações"
        description="Se algo precisa mudar, fale com um deles."
      />
    </Card>
  );
}
