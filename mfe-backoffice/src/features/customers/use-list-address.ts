import { CUSTOMER_SORTS, type CustomerSort, MAX_SEARCH_LENGTH } from 'domain/customer-list-inputs';
import { useSearchParams } from 'react-router-dom';

/** As the address names them: '/customers?busca=maria&ordem=total-gasto'. */
const ADDRESS_NAMES: Record<CustomerSort, string> = {
  last_purchase_at: 'ultima-compra',
  total_spent: 'total-gasto',
  available: 'saldo',
  created_at: 'cadastro',
};

export interface ListAddress {
  /** '' : all customers. */
  search: string;
  sort: CustomerSort;
  setSearch: (search: string) => void;
  setSort: (sort: CustomerSort) => void;
}

/**
 * The search and the sort order. They are kept in the address, so that a link or the back button shows the
 * same.
 */
export function useListAddress(): ListAddress {
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get('ordem');
  const sort = CUSTOMER_SORTS.find((each) => ADDRESS_NAMES[each] === name) ?? CUSTOMER_SORTS[0];

  function set(key: 'busca' | 'ordem', value: string, standard: string) {
    // The address itself, not as it was when this was rendered: what was changed a moment ago may not be on
    // the screen yet.
    const next = new URLSearchParams(window.location.search);
    if (value === standard) next.delete(key);
    else next.set(key, value);
    setParameters(next, { replace: true });
  }

  return {
    search: tidySearch(parameters.get('busca') ?? ''),
    sort,
    setSearch: (text) => set('busca', tidySearch(text), ''),
    setSort: (wanted) => set('ordem', ADDRESS_NAMES[wanted], ADDRESS_NAMES[CUSTOMER_SORTS[0]]),
  };
}

/** The search as it is sent and kept in the address: single spaces between words. */
export function tidySearch(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_LENGTH).trim();
}
