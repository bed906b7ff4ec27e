import { failureMessage, isLost, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import type { FoundCustomer } from './found-customer.ts';
import { whyNothing } from './redemption-limits.ts';

export type Lookup =
  | { status: 'none' }
  | { status: 'searching'; isRefresh: boolean }
  | { status: 'found'; customer: FoundCustomer; isRefresh: boolean }
  | { status: 'absent'; message: string }
  | { status: 'failed'; phone: string; message: string; isLost: boolean };

export interface CustomerLookup {
  lookup: Lookup;
  search: (phone: string) => Promise<void>;
  /** The same customer once more, because their balance may have changed. */
  refresh: (phone: string) => Promise<void>;
  clear: () => void;
}

/** The counter's look-up by phone. Only the answer to the last question counts. */
export function useCustomerLookup(): CustomerLookup {
  const { notify } = useRemoteHost();
  const { customers } = trpc.useUtils();
  const [lookup, setLookup] = useState<Lookup>({ status: 'none' });
  const attempts = useRef(0);

  async function find(phone: string, isRefresh: boolean): Promise<Lookup> {
    try {
      // Refetched each time, and failing at once without a network: a customer is waiting at the counter.
      const customer = await customers.find.fetch({ phone }, { staleTime: 0, retry: false });
      return { status: 'found', customer, isRefresh };
    } catch (error) {
      const message = failureMessage(error, 'Erro ao buscar cliente');
      return isRefusal(error, 'customer_not_found')
        ? { status: 'absent', message }
        : { status: 'failed', phone, message, isLost: isLost(error) };
    }
  }

  async function ask(phone: string, isRefresh: boolean) {
    attempts.current += 1;
    const attempt = attempts.current;
    setLookup({ status: 'searching', isRefresh });
    const answer = await find(phone, isRefresh);
    if (attempt !== attempts.current) return;
    setLookup(answer);
    // Without a network the form says so for as long as that lasts.
    const isToSay = answer.status === 'absent' || (answer.status === 'failed' && !answer.isLost);
    if (isToSay) notify.error(answer.message);
    const refusal = answer.status === 'found' && !isRefresh && whyNothing(answer.customer);
    if (refusal) notify.error(refusal);
  }

  return {
    lookup,
    search: (phone) => ask(phone, false),
    refresh: (phone) => ask(phone, true),
    clear() {
      attempts.current += 1;
      setLookup({ status: 'none' });
    },
  };
}
