import { PageHeader } from 'ui/page-header';
import { ApiKeysPanel } from '../features/api-keys/api-keys-panel.tsx';
import { type IntegrationsPanel, IntegrationsScreen } from '../features/integrations/integrations-screen.tsx';
import { WebhooksPanel } from '../features/webhooks/webhooks-panel.tsx';

const PANELS: readonly IntegrationsPanel[] = [
  { id: 'webhooks', label: 'Webhooks', content: <WebhooksPanel /> },
  { id: 'api', label: 'API', content: <ApiKeysPanel /> },
];

export function IntegrationsRoute() {
  return (
    <>
      <PageHeader
        title="Integrações"
        description="Ligue o Volta ao seu email marketing, ao seu caixa e a outros sistemas."
      />
      <IntegrationsScreen panels={PANELS} />
    </>
  );
}
