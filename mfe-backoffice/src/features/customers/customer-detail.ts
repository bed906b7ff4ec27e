import type { ApiOutputs } from 'api/contract';

export type CustomerDetail = ApiOutputs['customers']['detail'];

/** The whole balance, credit that cannot be spent yet included; adjustments and merges work on it. */
export function balanceCents(customer: Pick<CustomerDetail, 'availableCents' | 'maturingCents'>): number {
  return customer.availableCents + customer.maturingCents;
}
