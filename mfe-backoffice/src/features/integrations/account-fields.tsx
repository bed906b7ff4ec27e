import { saveMailchimpInput, serverOfKey } from 'domain/integrations';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from 'ui/text-field';
import { validBy } from '../../lib/valid-by.ts';
import { isKeyOf } from './integration-labels.ts';
import { type Integration, type IntegrationValues, isPrefixOfKey } from './integration-values.ts';
import { KeyField } from './key-field.tsx';

interface AccountFieldsProps {
  form: UseFormReturn<IntegrationValues>;
  integration: Integration;
  isTypingKey: boolean;
  onTypeKey: (isTyping: boolean) => void;
}

const isAudience = validBy(saveMailchimpInput.shape.audienceId);

/** The account's key, and for Mailchimp the audience that customers go to. */
export function AccountFields({ form, integration, isTypingKey, onTypeKey }: AccountFieldsProps) {
  const { provider } = integration;
  const { errors, isSubmitted } = form.formState;

  /** A Mailchimp key names its server at its end. */
  function fillPrefix(key: string) {
    const server = provider === 'mailchimp' ? serverOfKey(key) : undefined;
    if (server) form.setValue('serverPrefix', server, { shouldDirty: true, shouldValidate: isSubmitted });
  }

  /** Takes back what the given-up key had filled in. */
  function keepKey() {
    const server = serverOfKey(form.getValues('apiKey'));
    form.resetField('apiKey');
    if (server === form.getValues('serverPrefix')) form.resetField('serverPrefix');
  }

  return (
    <>
      <KeyField
        provider={provider}
        keyLast4={integration.keyLast4}
        isTyping={isTypingKey}
        onType={onTypeKey}
        onKeep={keepKey}
        error={errors.apiKey?.message}
        field={() =>
          form.register('apiKey', {
            validate: isKeyOf[provider],
            onChange: (event: { target: { value: string } }) => fillPrefix(event.target.value),
          })
        }
      />
      {provider === 'mailchimp' && (
        <>
          <TextField
            label="ID da audiência"
            hint="No Mailchimp: Audience, Settings, Audience ID."
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.audienceId?.message}
            {...form.register('audienceId', { validate: isAudience })}
          />
          <TextField
            label="Prefixo do servidor"
            hint="O fim da chave, depois do hífen: us1, us21. É preenchido ao colar a chave."
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.serverPrefix?.message}
            {...form.register('serverPrefix', { validate: isPrefixOfKey })}
          />
        </>
      )}
    </>
  );
}
