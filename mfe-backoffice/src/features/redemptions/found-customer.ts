import type { ApiOutputs } from 'api/contract';

/** The customer found at the counter: balance, credits to come, and the merchant's rules for a redemption. */
export type FoundCustomer = ApiOutputs['customers']['find'];
