import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';

const DEBOUNCE_MS = 200;
/** Two letters of a name; fewer would match too many. */
const MIN_LENGTH = 2;
const SHOWN = 6;

export interface PaletteCustomer {
  id: string;
  name: string | null;
  phone: string;
  email: string | null;
}

export interface CustomerSearch {
  /** idle: too little was typed. */
  status: 'idle' | 'searching' | 'found' | 'failed';
  customers: readonly PaletteCustomer[];
}

const IDLE: CustomerSearch = { status: 'idle', customers: [] };

/**
 * Customers by name, phone or e-mail, as it is typed, the best matches first. What was found stays until the
 * next answer is here.
 */
export function useCustomerSearch(typed: string): CustomerSearch {
  const search = typed.trim();
  const isLongEnough = search.length >= MIN_LENGTH;
  const [answer, setAnswer] = useState<CustomerSearch & { search: string }>({ ...IDLE, search: '' });

  useEffect(() => {
    if (!isLongEnough) return;
    const call = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { customers } = await api.customers.list.query(
          { search, bestFirst: true, limit: SHOWN },
          { signal: call.signal },
        );
        if (!call.signal.aborted) setAnswer({ status: 'found', customers, search });
      } catch {
        if (!call.signal.aborted) setAnswer({ status: 'failed', customers: [], search });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [search, isLongEnough]);

  if (!isLongEnough) return IDLE;
  return answer.search === search ? answer : { status: 'searching', customers: answer.customers };
}
