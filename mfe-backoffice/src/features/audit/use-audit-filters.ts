import { AUDIT_ACTIONS, type AuditAction } from 'domain/audit-actions';
import { AUDIT_GROUPS, type AuditGroup } from 'domain/audit-groups';
import { type AuditListInput, auditListInput } from 'domain/audit-inputs';
import { useSearchParams } from 'react-router-dom';

/**
 * The filters, by the parameters of the address:
 * '/audit?pessoa=…&acao=…&de=2026-03-01&ate=2026-03-31&registro=…'.
 */
const PARAMETERS = ['pessoa', 'acao', 'de', 'ate', 'registro'] as const;
type Parameter = (typeof PARAMETERS)[number];

export type AuditFilters = Record<Parameter, string>;

export interface UseAuditFilters {
  filters: AuditFilters;
  /** Null for an invalid address; `errors` holds the message of each field. */
  input: AuditListInput | null;
  errors: Partial<Record<Parameter, string>>;
  isFiltered: boolean;
  change: (parameter: Parameter, value: string) => void;
  clear: () => void;
}

const FIELD_OF: Record<string, Parameter> = { from: 'de', until: 'ate', person: 'pessoa', about: 'registro' };

/** The select offers groups and single actions in one list; a group has no dot in its name. */
function actionOf(acao: string): Pick<AuditListInput, 'action' | 'group'> {
  if (Object.hasOwn(AUDIT_ACTIONS, acao)) return { action: acao as AuditAction };
  return Object.hasOwn(AUDIT_GROUPS, acao) ? { group: acao as AuditGroup } : {};
}

function read(filters: AuditFilters): Pick<UseAuditFilters, 'input' | 'errors'> {
  const { pessoa, acao, de, ate, registro } = filters;
  const parsed = auditListInput.safeParse({
    ...(pessoa && { person: pessoa }),
    ...actionOf(acao),
    ...(de && { from: de }),
    ...(ate && { until: ate }),
    ...(registro && { about: registro }),
  });
  if (parsed.success) return { input: parsed.data, errors: {} };
  const errors: UseAuditFilters['errors'] = {};
  for (const { path, message } of parsed.error.issues) errors[FIELD_OF[String(path[0])] ?? 'de'] ??= message;
  return { input: null, errors };
}

/** The filters live in the address: a view can be sent to a colleague, and going back finds it again. */
export function useAuditFilters(): UseAuditFilters {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(
    PARAMETERS.map((parameter) => [parameter, search.get(parameter) ?? '']),
  ) as AuditFilters;

  function change(parameter: Parameter, value: string) {
    const next = { ...filters, [parameter]: value };
    setSearch(
      PARAMETERS.filter((each) => next[each]).map((each): [string, string] => [each, next[each]]),
      { replace: true },
    );
  }

  return {
    filters,
    ...read(filters),
    isFiltered: PARAMETERS.some((parameter) => filters[parameter] !== ''),
    change,
    clear: () => setSearch([], { replace: true }),
  };
}
