import { AUDIT_ACTIONS } from 'domain/audit-actions';
import { AUDIT_GROUPS, type AuditGroup, auditActionsOf } from 'domain/audit-groups';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { DateField, isHalfTyped } from 'ui/date-field';
import { SelectField } from 'ui/select-field';
import { trpc } from '../../lib/trpc.ts';
import styles from './audit-filters.module.css';
import type { UseAuditFilters } from './use-audit-filters.ts';

const GROUPS = Object.entries(AUDIT_GROUPS) as [AuditGroup, string][];

const ACTION_OPTIONS = [
  { value: '', label: 'Tudo o que foi feito' },
  ...GROUPS.filter(([group]) => auditActionsOf(group).length > 0).map(([group, label]) => ({
    label,
    options: [
      { value: group, label: `${label}: todas` },
      ...auditActionsOf(group).map((action) => ({ value: action, label: AUDIT_ACTIONS[action] })),
    ],
  })),
];

/** The filters by employee, action and date; each takes effect as it is changed. */
export function AuditFilters({ filters, errors, isFiltered, change, clear }: UseAuditFilters) {
  return (
    <Card className={styles.filters}>
      <search className={styles.fields} aria-label="Filtrar a auditoria">
        <PersonField value={filters.pessoa} onChange={(value) => change('pessoa', value)} />
        <SelectField
          label="O quê"
          value={filters.acao}
          onChange={(event) => change('acao', event.target.value)}
          options={ACTION_OPTIONS}
        />
        <DayFilter label="De" value={filters.de} error={errors.de} onChange={(day) => change('de', day)} />
        <DayFilter
          label="Até"
          value={filters.ate}
          error={errors.ate}
          onChange={(day) => change('ate', day)}
        />
      </search>
      {isFiltered && (
        <div className={styles.foot}>
          {filters.registro && (
            <span className={styles.record}>
              Só o que envolve <code>{filters.registro}</code>
            </span>
          )}
          <Button variant="ghost" icon={<X />} onClick={clear}>
            Limpar filtros
          </Button>
        </div>
      )}
    </Card>
  );
}

interface DayFilterProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (day: string) => void;
}

/** Takes effect once the day is all there, or when the field is left. */
function DayFilter({ value, onChange, ...field }: DayFilterProps) {
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  // The address changed, by the back button for example: the field follows.
  if (applied !== value) {
    setApplied(value);
    setTyped(value);
  }
  return (
    <DateField
      {...field}
      value={typed}
      onChange={(day) => {
        setTyped(day);
        if (!isHalfTyped(day)) onChange(day);
      }}
      onBlur={() => typed !== value && onChange(typed)}
    />
  );
}

/** A list that cannot be had leaves the other filters as they are. */
function PersonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const employees = trpc.audit.people.useQuery(undefined, { staleTime: 60_000 }).data?.people ?? [];
  const isKnown = value === '' || value === 'system' || employees.some(({ id }) => id === value);
  return (
    <SelectField
      label="Quem"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: 'Todas as pessoas' },
        { value: 'system', label: 'Sistema' },
        ...employees.map(({ id, name, isActive }) => ({
          value: id,
          label: isActive ? name : `${name} (inativo)`,
        })),
        ...(isKnown ? [] : [{ value, label: 'Outra pessoa' }]),
      ]}
    />
  );
}
