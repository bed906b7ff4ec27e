import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import type { CustomerDetail } from './customer-detail.ts';
import { MergeForm } from './merge-form.tsx';
import { MergeSearch } from './merge-search.tsx';
import type { MergeCustomers } from './use-corrections.ts';

interface MergeDialogProps {
  customer: CustomerDetail;
  /** The other record's number where it is known already. */
  phone: string;
  merge: MergeCustomers;
  /** With the id of the record that stayed. */
  onMerged: (customerId: string) => void;
  onClose: () => void;
}

/** Merges two records of one customer: find the other, then choose and confirm. */
export function MergeDialog({ customer, phone, merge, onMerged, onClose }: MergeDialogProps) {
  const [asked, setAsked] = useState(phone);
  const { data, error, isFetching, refetch } = trpc.customers.find.useQuery(
    { phone: asked },
    { enabled: asked !== '', staleTime: 0, retry: false },
  );
  // By the other spelling of its number, or one that it gave up meanwhile, the record finds itself.
  const other = data && data.id !== customer.id ? data : undefined;

  if (other) {
    return (
      <MergeForm
        customer={customer}
        other={other}
        merge={merge}
        onMerged={onMerged}
        onBack={() => setAsked('')}
        onClose={onClose}
      />
    );
  }
  return (
    <MergeSearch
      customer={customer}
      initialPhone={phone}
      isSearching={isFetching}
      isItself={data !== undefined}
      error={error}
      onSearch={(wanted) => (wanted === asked ? void refetch() : setAsked(wanted))}
      onClose={onClose}
    />
  );
}
