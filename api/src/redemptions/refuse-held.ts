import { Refusal } from '../errors.ts';
import { isCustomerHeld, isRedemptionHeld } from '../lib/database-errors.ts';

/**
 * The database takes no redemption of a merchant whose ledger does not add up, nor of a customer held by an
 * alert: no code is made, none is confirmed.
 */
export function refuseHeld(error: unknown): never {
  if (isCustomerHeld(error)) throw new Refusal('customer_held');
  throw isRedemptionHeld(error) ? new Refusal('redemptions_held') : error;
}
