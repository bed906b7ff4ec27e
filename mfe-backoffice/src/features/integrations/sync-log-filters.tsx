import { PROVIDER_NAMES, PROVIDERS, SYNC_ACTIONS, SYNC_STATUSES } from 'domain/integrations';
import { X } from 'lucide-react';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { SelectField } from 'ui/select-field';
import { ACTION_LABELS, STATUS_LABELS } from './integration-labels.ts';
import styles from './sync-log.module.css';
import type { LogParameter, UseLogFilters } from './use-log-filters.ts';

const optionsOf = <Id extends string>(all: string, ids: readonly Id[], labels: Record<Id, string>) => [
  { value: '', label: all },
  ...ids.map((id) => ({ value: id, label: labels[id] })),
];

const SELECTS: { parameter: LogParameter; label: string; options: { value: string; label: string }[] }[] = [
  {
    parameter: 'integracao',
    label: 'Integração',
    options: optionsOf('Todas', PROVIDERS, PROVIDER_NAMES),
  },
  { parameter: 'resultado', label: 'Resultado', options: optionsOf('Todos', SYNC_STATUSES, STATUS_LABELS) },
  { parameter: 'acao', label: 'Ação', options: optionsOf('Todas', SYNC_ACTIONS, ACTION_LABELS) },
];

/** The filters by provider, outcome and action; each takes effect as it is changed. */
export function SyncLogFilters({ filters, isFiltered, change, clear }: UseLogFilters) {
  return (
    <Card className={styles.filters}>
      <search className={styles.fields} aria-label="Filtrar os logs">
        {SELECTS.map(({ parameter, label, options }) => (
          <SelectField
            key={parameter}
            label={label}
            value={filters[parameter]}
            onChange={(event) => change(parameter, event.target.value)}
            options={options}
          />
        ))}
      </search>
      {isFiltered && (
        <Button variant="ghost" icon={<X />} className={styles.clear} onClick={clear}>
          Limpar filtros
        </Button>
      )}
    </Card>
  );
}
