import type { Provider } from 'domain/integrations';
import { failureMessage } from 'federation/error-message';
import { useState } from 'react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { CampaignSection } from './campaign-section.tsx';
import { IntegrationForm } from './integration-form.tsx';
import { IntegrationSkeleton } from './integration-skeleton.tsx';
import { IntegrationStatus } from './integration-status.tsx';
import type { Integration } from './integration-values.ts';
import styles from './provider-panel.module.css';
import { type useIntegrations, useShowStored } from './use-integrations.ts';

interface ProviderPanelProps {
  provider: Provider;
  query: ReturnType<typeof useIntegrations>;
}

/** One provider: whether it is on, and the settings of the account there. */
export function ProviderPanel({ provider, query }: ProviderPanelProps) {
  if (query.isPending) {
    return (
      <ScreenState state="loading" label="Carregando integração">
        <IntegrationSkeleton provider={provider} />
      </ScreenState>
    );
  }
  const integration = query.data?.integrations.find((each) => each.provider === provider);
  if (!integration) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureMessage(query.error, 'Erro ao carregar integrações')}
          onRetry={query.refetch}
          retrying={query.isFetching}
        />
      </Card>
    );
  }
  return <Panel integration={integration} />;
}

function Panel({ integration }: { integration: Integration }) {
  const [isFirstSave, setIsFirstSave] = useState(false);
  const showStored = useShowStored();
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        {integration.isStored && (
          <IntegrationStatus integration={integration} takesFocus={isFirstSave} onStored={showStored} />
        )}
        <IntegrationForm
          integration={integration}
          onSaved={(stored) => {
            setIsFirstSave(!integration.isStored);
            showStored(stored);
          }}
        />
        {integration.provider === 'mailchimp' && integration.isStored && <CampaignSection />}
      </div>
    </div>
  );
}
