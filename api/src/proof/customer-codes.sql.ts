import type { TenantTransaction } from '../tenant.ts';
import { ASKED, type AskedCustomer, askedValues, hasLastingDevice } from './proof.sql.ts';

/**
 * Stores the customer's next code, which replaces the one before. Stores none if no customer with an e-mail
 * has the phone. If the e-mail does not prove the customer yet, only a device that confirmed a code gets one.
 */
export async function insertCustomerCode(
  tx: TenantTransaction,
  asked: AskedCustomer,
  code: { id: string; deviceIds: readonly string[]; ttlSeconds: number; tries: number },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_customer_code',
      text: `INSERT INTO customer_codes (merchant_id, customer_id, id, confirms_email, tries_left, created_at, expires_at)
             SELECT c.merchant_id, c.id, $3::uuid, NOT c.email_is_proof, $4::smallint, $5::timestamptz,
               $5::timestamptz + make_interval(secs => $6)
             FROM customers c
             WHERE ${ASKED} AND c.email IS NOT NULL
               AND (c.email_is_proof OR ${hasLastingDevice('$7', '$5')})
             ON CONFLICT (merchant_id, customer_id) DO UPDATE SET id = excluded.id,
               confirms_email = excluded.confirms_email, tries_left = excluded.tries_left,
               created_at = excluded.created_at, expires_at = excluded.expires_at`,
    },
    [...askedValues(asked), code.id, code.tries, tx.now, code.ttlSeconds, code.deviceIds],
  );
}

export interface CodeToSendRow {
  email: string;
  merchantName: string;
}

/** The code, if it is still the customer's and of use, with where to send it. */
export async function findCodeToSend(tx: TenantTransaction, id: string): Promise<CodeToSendRow | undefined> {
  const [row] = await tx.query<CodeToSendRow>(
    {
      name: 'find_customer_code_to_send',
      text: `SELECT c.email, m.name AS "merchantName" FROM customer_codes k
             JOIN customers c ON c.merchant_id = k.merchant_id AND c.id = k.customer_id
             JOIN merchants m ON m.id = k.merchant_id
             WHERE k.merchant_id = $1 AND k.id = $2 AND k.expires_at > $3 AND c.email IS NOT NULL`,
    },
    [tx.merchantId, id, tx.now],
  );
  return row;
}

export interface TriedCodeRow {
  id: string;
  customerId: string;
}

/** Spends one of the code's tries, before what was typed is compared. Undefined where none is left. */
export async function spendCodeTry(
  tx: TenantTransaction,
  asked: AskedCustomer,
  deviceIds: readonly string[],
): Promise<TriedCodeRow | undefined> {
  const [row] = await tx.query<TriedCodeRow>(
    {
      name: 'spend_customer_code_try',
      text: `UPDATE customer_codes k SET tries_left = k.tries_left - 1 FROM customers c
             WHERE ${ASKED} AND k.merchant_id = c.merchant_id AND k.customer_id = c.id
               AND k.tries_left > 0 AND k.expires_at > $3
               AND (NOT k.confirms_email OR ${hasLastingDevice('$4', '$3')})
             RETURNING k.id, k.customer_id AS "customerId"`,
    },
    [...askedValues(asked), tx.now, deviceIds],
  );
  return row;
}

/** Takes the right code, once. Its e-mail was read, so it proves the customer from now on. */
export async function takeCode(tx: TenantTransaction, { id, customerId }: TriedCodeRow): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'take_customer_code',
      // Locks the customer first, in the order of an edit and of an erasure.
      text: `WITH who AS (SELECT id FROM customers WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE),
               code AS (DELETE FROM customer_codes k USING who
                        WHERE k.merchant_id = $1 AND k.customer_id = who.id AND k.id = $3 RETURNING k.customer_id)
             UPDATE customers c SET email_is_proof = true FROM code
             WHERE c.merchant_id = $1 AND c.id = code.customer_id RETURNING c.id`,
    },
    [tx.merchantId, customerId, id],
  );
  return rows.length > 0;
}
