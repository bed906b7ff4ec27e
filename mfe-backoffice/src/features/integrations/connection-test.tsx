import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from 'ui/button';
import styles from './connection-test.module.css';
import { type Integration, type IntegrationValues, isTestable } from './integration-values.ts';
import { useConnectionTest } from './use-connection-test.ts';

interface ConnectionTestProps {
  form: UseFormReturn<IntegrationValues>;
  integration: Integration;
  isTypingKey: boolean;
}

/** Tests the account in the form, before or after it is saved. */
export function ConnectionTest({ form, integration, isTypingKey }: ConnectionTestProps) {
  const { test, isTesting, result } = useConnectionTest(integration.provider, form);
  const [apiKey, audienceId] = useWatch({ control: form.control, name: ['apiKey', 'audienceId'] });
  return (
    <div className={styles.test}>
      <Button
        variant="secondary"
        size="large"
        icon={<PlugZap />}
        disabled={!isTestable(integration, { apiKey, audienceId }, isTypingKey)}
        pending={isTesting}
        pendingLabel="Testando..."
        onClick={test}
      >
        Testar Conexão
      </Button>
      <p aria-live="polite" className={styles.result}>
        {result && (
          <span className={result.succeeded ? styles.succeeded : styles.failed}>
            {result.succeeded ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
            <span>{result.message}</span>
          </span>
        )}
      </p>
    </div>
  );
}
