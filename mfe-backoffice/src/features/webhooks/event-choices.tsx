import { saveWebhookInput, WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS } from 'domain/webhooks';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { ChoiceGroup } from '../../lib/choice-group.tsx';
import { validBy } from '../../lib/valid-by.ts';
import type { EndpointValues } from './endpoint-values.ts';

const isChoice = validBy(saveWebhookInput.shape.events);

/** The events of an endpoint, or all of them at once. */
export function EventChoices({ form }: { form: UseFormReturn<EndpointValues> }) {
  const chosen = useWatch({ control: form.control, name: 'events' });
  const isAll = chosen.length === WEBHOOK_EVENTS.length;
  return (
    <ChoiceGroup
      legend="Eventos"
      error={form.formState.errors.events?.message}
      all={
        <CheckboxField
          label="Selecionar todos"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={({ target }) =>
            form.setValue('events', target.checked ? [...WEBHOOK_EVENTS] : [], {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            })
          }
        />
      }
    >
      {WEBHOOK_EVENTS.map((event) => (
        <CheckboxField
          key={event}
          value={event}
          label={WEBHOOK_EVENT_LABELS[event].label}
          hint={WEBHOOK_EVENT_LABELS[event].description}
          {...form.register('events', { validate: isChoice })}
        />
      ))}
    </ChoiceGroup>
  );
}
