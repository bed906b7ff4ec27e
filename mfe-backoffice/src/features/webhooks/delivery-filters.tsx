import { WEBHOOK_DELIVERY_STATES, type WebhookDeliveryState } from 'domain/webhooks';
import { SelectField } from 'ui/select-field';
import { STATE_LABELS } from './delivery-labels.ts';
import styles from './delivery-log.module.css';
import type { DeliveriesInput, Endpoint } from './webhook.ts';

type Filters = Omit<DeliveriesInput, 'after'>;

interface DeliveryFiltersProps {
  filters: Filters;
  endpoints: readonly Endpoint[];
  onChange: (filters: Filters) => void;
}

/** In which state, to which address; each takes effect as it is changed. */
export function DeliveryFilters({
  filters: { state, endpointId },
  endpoints,
  onChange,
}: DeliveryFiltersProps) {
  return (
    <search className={styles.filters} aria-label="Filtrar os envios">
      <SelectField
        label="Situação"
        value={state ?? ''}
        onChange={({ target: { value } }) =>
          onChange({
            ...(value && { state: value as WebhookDeliveryState }),
            ...(endpointId && { endpointId }),
          })
        }
        options={[
          { value: '', label: 'Todas' },
          ...WEBHOOK_DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value].label })),
        ]}
      />
      <SelectField
        label="Enviado para"
        value={endpointId ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ ...(state && { state }), ...(value && { endpointId: value }) })
        }
        options={[
          { value: '', label: 'Todos os endereços' },
          ...endpoints.map(({ id, url }) => ({ value: id, label: url })),
        ]}
      />
    </search>
  );
}
