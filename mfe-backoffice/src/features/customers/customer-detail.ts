import type { ApiOutputs } from 'api/contract';

export type CustomerDetail = ApiOutputs['customers']['detail'];

/** What a person has in all, credit that can't be spent yet included: what adjustments and merges work on. */
export function balanceCents(customer: Pick<CustomerDetail, 'availableCents' | 'maturingCents'>): number {
  return customer.availableCents + customer.maturingCents;
}
