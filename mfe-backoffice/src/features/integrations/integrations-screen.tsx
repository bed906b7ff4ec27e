import { PROVIDER_NAMES, PROVIDERS, type Provider } from 'domain/integrations';
import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { type Tab, Tabs } from 'ui/tabs';
import { UndeliveredErasures } from '../../lib/undelivered-erasures.tsx';
import { BulkSyncCard } from './bulk-sync-card.tsx';
import styles from './integrations-screen.module.css';
import { ProviderPanel } from './provider-panel.tsx';
import { SyncLog } from './sync-log.tsx';
import { useIntegrations } from './use-integrations.ts';

/** A tab that another feature fills; it stands between the providers and the logs. */
export interface IntegrationsPanel {
  /** Stands in the address: '/integrations?aba=webhooks'. */
  id: string;
  label: string;
  content: ReactNode;
}

interface IntegrationsScreenProps {
  panels: readonly IntegrationsPanel[];
}

/** The providers that a merchant's customers are sent to, for roles that may change it. */
export function IntegrationsScreen({ panels }: IntegrationsScreenProps) {
  const { employee } = useStaffSession();
  return roleMay(employee.role, 'integrations.write') ? <Integrations panels={panels} /> : <NotAllowed />;
}

function Integrations({ panels }: IntegrationsScreenProps) {
  const [search, setSearch] = useSearchParams();
  const query = useIntegrations();
  const isOn = (id: Provider) =>
    query.data?.integrations.some((each) => each.provider === id && each.isActive);
  const tabs: Tab<string>[] = [
    ...PROVIDERS.map((id) => ({ id, label: PROVIDER_NAMES[id], dot: isOn(id) ? 'ativa' : undefined })),
    ...panels,
    { id: 'logs', label: 'Logs' },
  ];
  const active = tabs.find(({ id }) => id === search.get('aba'))?.id ?? PROVIDERS[0];
  const provider = PROVIDERS.find((id) => id === active);
  return (
    <div className={styles.screen}>
      <UndeliveredErasures />
      <BulkSyncCard hasActive={query.data?.integrations.some(({ isActive }) => isActive)} />
      <Tabs
        label="Integrações"
        tabs={tabs}
        active={active}
        onChange={(aba) => setSearch({ aba }, { replace: true })}
      >
        {provider && <ProviderPanel key={provider} provider={provider} query={query} />}
        {panels.find(({ id }) => id === active)?.content}
        {active === 'logs' && <SyncLog />}
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
