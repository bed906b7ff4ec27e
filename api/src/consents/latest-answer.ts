import type { ConsentChannel } from 'domain/consents';

/**
 * SQL of the customer's latest answer: true if it gives consent, null without one. `customer` is the alias of
 * the customer's row. One probe of consents_latest_idx.
 */
export const latestAnswer = (channel: ConsentChannel, customer: string) =>
  `(SELECT n.is_given FROM consents n WHERE n.merchant_id = ${customer}.merchant_id AND n.customer_id = ${customer}.id
    AND n.channel = '${channel}' ORDER BY n.number DESC LIMIT 1)`;

/**
 * SQL of the answer to e-mail that holds for the address of `c`: a provider knows an address, which several
 * records may have. Of the records' latest answers that is the newest withdrawal or proved consent. A consent
 * given at a sign-up, or by a record whose e-mail is not proved, counts only without those, because anybody
 * may type any address; the first one stays the answer. The address is stored in lower case.
 */
export const answerOfAddress = (
  column: 'created_at' | 'customer_id' | 'is_given',
) => `SELECT n.${column} FROM customers o
  CROSS JOIN LATERAL (
    SELECT * FROM consents WHERE merchant_id = o.merchant_id AND customer_id = o.id AND channel = 'email'
    ORDER BY number DESC LIMIT 1) n
  WHERE o.merchant_id = c.merchant_id AND o.email = c.email AND o.merged_into_id IS NULL
  ORDER BY CASE WHEN n.is_given AND NOT (o.email_is_proof AND n.source <> 'signup') THEN n.number ELSE -n.number END
  LIMIT 1`;

/** SQL of the customer's present consent by channel, as JSON. */
export const consentsOf = (customer: string) =>
  `json_build_object('email', coalesce(${latestAnswer('email', customer)}, false),
    'whatsapp', coalesce(${latestAnswer('whatsapp', customer)}, false))`;
