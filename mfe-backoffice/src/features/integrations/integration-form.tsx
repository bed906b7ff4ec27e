import { PROVIDER_NAMES } from 'domain/integrations';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { CheckboxField } from 'ui/checkbox-field';
import { ChoiceField } from 'ui/choice-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { AccountFields } from './account-fields.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { ACCOUNT_LABELS, CONSENT_LABELS, SYNC_LABELS } from './integration-labels.ts';
import { type Integration, type IntegrationValues, valuesOf } from './integration-values.ts';
import styles from './provider-panel.module.css';
import { useSaveIntegration } from './use-save-integration.ts';

interface IntegrationFormProps {
  integration: Integration;
  onSaved: (stored: Integration) => void;
}

/** The account at a provider and when customers are sent there. */
export function IntegrationForm({ integration, onSaved }: IntegrationFormProps) {
  const { provider, isStored } = integration;
  // The first error is found on the screen: a key that is being replaced registers after what stands below
  // it.
  const form = useForm<IntegrationValues>({
    defaultValues: valuesOf(integration),
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting, submitCount } = form.formState;
  const [isTypingKey, setIsTypingKey] = useState(!isStored);
  const save = useSaveIntegration(provider, form);
  const element = useRef<HTMLFormElement>(null);
  useLeaveGuard(isDirty);

  useEffect(() => {
    if (submitCount > 0 && !isSubmitting)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);

  const submit = form.handleSubmit(async (values) => {
    const stored = await save(values);
    if (!stored) return;
    form.reset(valuesOf(stored));
    setIsTypingKey(false);
    onSaved(stored);
  });

  return (
    <form ref={element} noValidate onSubmit={submit} className={styles.form}>
      <SettingsSection
        title={`Conta do ${PROVIDER_NAMES[provider]}`}
        description={ACCOUNT_LABELS[provider].description}
      >
        <AccountFields
          form={form}
          integration={integration}
          isTypingKey={isTypingKey}
          onTypeKey={setIsTypingKey}
        />
      </SettingsSection>
      <SettingsSection {...SYNC_LABELS}>
        <div className={styles.boxes}>
          <CheckboxField label="Sincronizar no cadastro" {...form.register('syncOnSignup')} />
          <CheckboxField label="Sincronizar na compra" {...form.register('syncOnPurchase')} />
          <CheckboxField label="Sincronizar no resgate" {...form.register('syncOnRedemption')} />
        </div>
      </SettingsSection>
      <SettingsSection {...CONSENT_LABELS}>
        <ChoiceField
          label="Clientes que não deram consentimento"
          options={[
            {
              value: 'skip',
              label: 'Não enviar',
              detail: 'Nada mais é enviado deles. O que já foi enviado continua lá.',
            },
            {
              value: 'send',
              label: 'Enviar sem consentimento de marketing',
              detail: ACCOUNT_LABELS[provider].withoutConsent,
            },
          ]}
          {...form.register('withoutConsent')}
        />
      </SettingsSection>
      <div className={styles.actions}>
        <ConnectionTest form={form} integration={integration} isTypingKey={isTypingKey} />
        <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Salvando...">
          Salvar Configuração
        </Button>
      </div>
    </form>
  );
}
