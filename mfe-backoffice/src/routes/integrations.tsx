import { PageHeader } from 'ui/page-header';
import { IntegrationsScreen } from '../features/integrations/integrations-screen.tsx';

export function IntegrationsRoute() {
  return (
    <>
      <PageHeader
        title="Integrações"
        description="Para quais ferramentas de email marketing seus clientes são enviados."
      />
      <IntegrationsScreen />
    </>
  );
}
