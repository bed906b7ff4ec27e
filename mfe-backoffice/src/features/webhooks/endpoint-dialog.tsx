import { saveWebhookInput } from 'domain/webhooks';
import { useForm } from 'react-hook-form';
import { TextField } from 'ui/text-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { type EndpointValues, valuesOf } from './endpoint-values.ts';
import { EventChoices } from './event-choices.tsx';
import { useSaveEndpoint } from './use-save-endpoint.ts';
import type { Endpoint } from './webhook.ts';

const { shape } = saveWebhookInput;

interface EndpointDialogProps {
  /** Undefined: a new one. */
  endpoint: Endpoint | undefined;
  onSaved: (secret: string | null) => void;
  onClose: () => void;
}

/** The form of an endpoint: its address and its events. */
export function EndpointDialog({ endpoint, onSaved, onClose }: EndpointDialogProps) {
  const form = useForm<EndpointValues>({ defaultValues: valuesOf(endpoint) });
  const { errors, isSubmitting } = form.formState;
  const save = useSaveEndpoint(endpoint, form, onSaved);
  return (
    <FormDialog
      title={endpoint ? 'Editar webhook' : 'Novo webhook'}
      submit={{ label: 'Salvar', pendingLabel: 'Salvando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      <TextField
        label="Endereço (URL)"
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        hint="Começa com https:// e responde na internet, não só na sua rede."
        error={errors.url?.message}
        {...form.register('url', { validate: validBy(shape.url) })}
      />
      <TextField
        label="Descrição"
        autoComplete="off"
        hint="Opcional: para você lembrar que sistema é este."
        error={errors.description?.message}
        {...form.register('description', {
          validate: (value) => value.trim() === '' || validBy(shape.description)(value),
        })}
      />
      <EventChoices form={form} />
    </FormDialog>
  );
}
