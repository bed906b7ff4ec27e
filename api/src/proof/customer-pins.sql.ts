import type { TenantTransaction } from '../tenant.ts';
import { ASKED, type AskedCustomer, askedValues } from './proof.sql.ts';

export interface TriedPinRow {
  customerId: string;
  passwordHash: string;
}

/** Tries until a PIN is locked, for how long, and in all until it is of no use any more. */
const PIN_TRIES = 5;
const PIN_LOCK_SECONDS = 30 * 60;
const PIN_TRIES_IN_ALL = 20;

/** Spends one try before the PIN is compared. Undefined where it is locked, used up, or there is none. */
export async function spendPinTry(
  tx: TenantTransaction,
  asked: AskedCustomer,
): Promise<TriedPinRow | undefined> {
  const [row] = await tx.query<TriedPinRow>(
    {
      name: 'spend_customer_pin_try',
      text: `UPDATE customer_pins p SET failed_tries = p.failed_tries + 1,
               locked_until = CASE WHEN (p.failed_tries + 1) % ${PIN_TRIES} = 0
                 THEN $3::timestamptz + make_interval(secs => ${PIN_LOCK_SECONDS}) END
             FROM customers c
             WHERE ${ASKED} AND p.merchant_id = c.merchant_id AND p.customer_id = c.id
               AND (p.locked_until IS NULL OR p.locked_until <= $3) AND p.failed_tries < ${PIN_TRIES_IN_ALL}
             RETURNING p.customer_id AS "customerId", p.pin_hash AS "passwordHash"`,
    },
    [...askedValues(asked), tx.now],
  );
  return row;
}

/** Forgets the wrong tries after a right one, unless the PIN was changed meanwhile. */
export async function endPinTries(
  tx: TenantTransaction,
  { customerId, passwordHash }: TriedPinRow,
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'end_customer_pin_tries',
      // The customer first, so that a reset under way is waited for.
      text: `WITH who AS (SELECT id FROM customers WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE)
             UPDATE customer_pins p SET failed_tries = 0, locked_until = NULL FROM who
             WHERE p.merchant_id = $1 AND p.customer_id = who.id AND p.pin_hash = $3 RETURNING p.customer_id`,
    },
    [tx.merchantId, customerId, passwordHash],
  );
  return rows.length > 0;
}

export async function upsertPin(tx: TenantTransaction, customerId: string, pinHash: string): Promise<void> {
  await tx.query(
    {
      name: 'upsert_customer_pin',
      text: `INSERT INTO customer_pins (merchant_id, customer_id, pin_hash, chosen_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (merchant_id, customer_id) DO UPDATE SET pin_hash = excluded.pin_hash, failed_tries = 0,
               locked_until = NULL, chosen_at = excluded.chosen_at`,
    },
    [tx.merchantId, customerId, pinHash, tx.now],
  );
}
