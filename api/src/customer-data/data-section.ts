/** How a value of the database is written for people. */
export type ValueKind =
  | 'text'
  | 'phone'
  | 'contact'
  | 'cents'
  | 'rate'
  | 'days'
  | 'moment'
  | 'day'
  | 'flag'
  | 'action'
  | 'details';

/** A column, or with `sql` what is read in its place, under the name of the column or one of its own. */
export interface DataField {
  column: string;
  label: string;
  kind?: ValueKind;
  sql?: string;
  /** The words of a stored code. */
  codes?: Readonly<Record<string, string>>;
}

/** What one table holds of a customer. The statement is made of it: $1 the merchant, $2 the records' ids. */
export interface DataSection {
  /** The key in the file for programs. */
  name: string;
  title: string;
  /** `t` in the conditions and fields. */
  table: string;
  joins?: string;
  where: string;
  order?: string;
  fields: readonly DataField[];
}

/** Condition of a table with the customer's id. */
export const OF_CUSTOMER = 't.customer_id = ANY ($2::uuid[])';

/** The ids of the customer's purchases and redemptions. */
export const MOVEMENT_IDS = `SELECT id FROM transactions WHERE merchant_id = $1 AND customer_id = ANY ($2::uuid[])
  UNION ALL SELECT id FROM redemptions WHERE merchant_id = $1 AND customer_id = ANY ($2::uuid[])`;

export const CREATED: DataField = { column: 'created_at', label: 'Data', kind: 'moment' };
export const REASON: DataField = { column: 'reason', label: 'Motivo' };

/** 'amount_cents' → 'amountCents' */
export function toCamel(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
