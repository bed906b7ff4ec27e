/** The values of the counter's form. */
export interface Purchase {
  phone: string;
  amountCents: number;
  /** A new customer's, where it was typed. */
  name?: string;
}

export const EMPTY_PURCHASE: Purchase = { phone: '', amountCents: 0 };
