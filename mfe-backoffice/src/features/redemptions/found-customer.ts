import type { ApiOutputs } from 'api/contract';

/** Who the counter's look-up found: balance, credits to come, and what the merchant asks of a redemption. */
export type FoundCustomer = ApiOutputs['customers']['find'];
