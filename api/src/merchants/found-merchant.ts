import { Refusal } from '../errors.ts';

/**
 * The row of a merchant that settings are read from. It is missing where the merchant was closed since the
 * request's session was found. Throws Refusal 'merchant_not_found'.
 */
export function foundMerchant<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new Refusal('merchant_not_found');
  return row;
}
