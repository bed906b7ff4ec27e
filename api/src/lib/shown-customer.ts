/**
 * The columns `phone` and `customer_name` of the customer `c`, as lists of movements show them. An erased
 * customer has neither; the text stands where the name did.
 */
export const SHOWN_PHONE = `coalesce(c.phone, '') AS phone`;
export const SHOWN_NAME = `CASE WHEN c.erased_at IS NULL THEN c.name ELSE 'Cliente apagado' END`;
