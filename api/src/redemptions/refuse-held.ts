import { Refusal } from '../errors.ts';
import { isRedemptionHeld } from '../lib/database-errors.ts';

/**
 * The database takes no redemption of a merchant whose ledger does not add up: no code is made, none is
 * confirmed.
 */
export function refuseHeld(error: unknown): never {
  throw isRedemptionHeld(error) ? new Refusal('redemptions_held') : error;
}
