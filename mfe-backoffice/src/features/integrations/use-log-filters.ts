import {
  PROVIDERS,
  type Provider,
  SYNC_ACTIONS,
  SYNC_STATUSES,
  type SyncAction,
  type SyncStatus,
} from 'domain/integrations';
import { useSearchParams } from 'react-router-dom';

/**
 * The filters, by the parameters of the address:
 * '/integrations?aba=logs&integracao=mailchimp&resultado=error&acao=purchase'.
 */
const PARAMETERS = ['integracao', 'resultado', 'acao'] as const;
export type LogParameter = (typeof PARAMETERS)[number];

export interface LogFilter {
  provider?: Provider;
  status?: SyncStatus;
  action?: SyncAction;
}

export interface UseLogFilters {
  filters: Record<LogParameter, string>;
  input: LogFilter;
  isFiltered: boolean;
  change: (parameter: LogParameter, value: string) => void;
  clear: () => void;
}

/** The filters live in the address: a view can be sent to a colleague, and a reload finds it again. */
export function useLogFilters(): UseLogFilters {
  const [search, setSearch] = useSearchParams();
  // An address with an unknown filter lists everything.
  const provider = PROVIDERS.find((each) => each === search.get('integracao'));
  const status = SYNC_STATUSES.find((each) => each === search.get('resultado'));
  const action = SYNC_ACTIONS.find((each) => each === search.get('acao'));
  const filters = { integracao: provider ?? '', resultado: status ?? '', acao: action ?? '' };

  const show = (next: Record<LogParameter, string>) =>
    setSearch(
      {
        aba: 'logs',
        ...Object.fromEntries(PARAMETERS.flatMap((each) => (next[each] ? [[each, next[each]]] : []))),
      },
      { replace: true },
    );

  return {
    filters,
    input: { ...(provider && { provider }), ...(status && { status }), ...(action && { action }) },
    isFiltered: PARAMETERS.some((parameter) => filters[parameter] !== ''),
    change: (parameter, value) => show({ ...filters, [parameter]: value }),
    clear: () => show({ integracao: '', resultado: '', acao: '' }),
  };
}
