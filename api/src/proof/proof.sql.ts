import { spellingsOf } from 'domain/doubt-phone';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** The merchant and the phone that a caller asks about. The phone need not belong to a customer. */
export interface AskedCustomer {
  merchantId: string;
  phone: string;
}

/** The customer who is asked about, in a statement whose $1 and $2 are `askedValues`. */
export const ASKED = 'c.merchant_id = $1 AND c.phone = $2';

/** In a statement about `c`: one of the devices is the customer's and confirmed a code. */
export const hasLastingDevice = (deviceIds: string, moment: string) =>
  `EXISTS (SELECT FROM customer_devices d
           WHERE d.merchant_id = c.merchant_id AND d.customer_id = c.id AND d.id = ANY (${deviceIds})
             AND d.is_lasting AND is_known_device(c.merchant_id, c.id, ARRAY[d.id], ${moment}))`;

export const askedValues = ({ merchantId, phone }: AskedCustomer) => [merchantId, phone];

export async function findRedemptionByHash(
  tenancy: Pick<Tenancy, 'lookup'>,
  tokenHash: Buffer,
): Promise<{ merchantId: string; customerId: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchantId: string; customerId: string }>(
    {
      name: 'redemption_customer_by_token',
      text: `SELECT merchant_id AS "merchantId", customer_id AS "customerId"
             FROM lookup.redemption_by_token($1)`,
    },
    [tokenHash],
  );
  return row;
}

/**
 * Commits without waiting for the disk: a try is written for a customer alone, and the wait would tell which
 * phones are customers. A crash of the server may give tries of the last moment back.
 */
export async function commitWithoutWait(tx: TenantTransaction): Promise<void> {
  await tx.query(
    {
      name: 'commit_without_wait',
      text: "SELECT set_config('synchronous_commit', 'off', true)",
    },
    [],
  );
}

/** The phone as a record has it, in either spelling; as it was given where there is none. */
export async function findRecordedPhone(tx: TenantTransaction, phone: string): Promise<string> {
  const [row] = await tx.query<{ phone: string }>(
    {
      name: 'find_recorded_phone',
      text: `SELECT phone FROM customers WHERE merchant_id = $1 AND phone = ANY ($2::text[])
             ORDER BY array_position($2::text[], phone) LIMIT 1`,
    },
    [tx.merchantId, spellingsOf(phone)],
  );
  return row?.phone ?? phone;
}

/** Null: an erased customer's redemption. */
export async function findPhone(tx: TenantTransaction, customerId: string): Promise<string | null> {
  const [row] = await tx.query<{ phone: string | null }>(
    {
      name: 'find_phone_to_prove',
      text: 'SELECT phone FROM customers WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, customerId],
  );
  return row?.phone ?? null;
}

export interface ProvedCustomerRow {
  id: string;
  email: string | null;
  email_is_proof: boolean;
  has_pin: boolean;
  /** The device confirmed a code. One that a PIN or code made known for a day may not make itself lasting. */
  is_lasting: boolean;
}

/** Locks the customer before what proves them is read: it waits for a reset or an erasure under way. */
export async function lockAskedCustomer(tx: TenantTransaction, asked: AskedCustomer): Promise<void> {
  await tx.query(
    {
      name: 'lock_asked_customer',
      text: `SELECT FROM customers c WHERE ${ASKED} FOR NO KEY UPDATE`,
    },
    askedValues(asked),
  );
}

/** The customer, if one of the devices is known as theirs; else undefined, for an unknown phone too. */
export async function findProvedCustomer(
  tx: TenantTransaction,
  asked: AskedCustomer,
  deviceIds: readonly string[],
): Promise<ProvedCustomerRow | undefined> {
  const [row] = await tx.query<ProvedCustomerRow>(
    {
      name: 'find_proved_customer',
      text: `SELECT c.id, c.email, c.email_is_proof,
               EXISTS (SELECT FROM customer_pins p WHERE p.merchant_id = $1 AND p.customer_id = c.id) AS has_pin,
               ${hasLastingDevice('$3', '$4')} AS is_lasting
             FROM customers c WHERE ${ASKED} AND is_known_device(c.merchant_id, c.id, $3, $4)`,
    },
    [...askedValues(asked), deviceIds, tx.now],
  );
  return row;
}

/**
 * Makes the browser known as the customer's, as long as it is not known for longer already. Returns the id it
 * is known by: one of `deviceIds`, unless as many customers as a device may prove have used it.
 */
export async function upsertDevice(
  tx: TenantTransaction,
  customerId: string,
  device: { deviceIds: readonly string[]; newId: string; ttlSeconds: number },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'upsert_customer_device',
      text: `INSERT INTO customer_devices (merchant_id, id, customer_id, created_at, expires_at)
             SELECT $1::uuid, coalesce((SELECT d.id FROM customer_devices d WHERE d.merchant_id = $1 AND d.id = ANY ($3)
                                  GROUP BY d.id HAVING count(*) < 5 OR bool_or(d.customer_id = $2) AND count(*) = 5
                                  LIMIT 1), $4::uuid), $2::uuid, $5::timestamptz,
               $5::timestamptz + make_interval(secs => $6)
             ON CONFLICT (merchant_id, id, customer_id) DO UPDATE
               SET expires_at = greatest(customer_devices.expires_at, excluded.expires_at),
                 is_lasting = customer_devices.is_lasting AND customer_devices.expires_at > excluded.created_at
             RETURNING id`,
    },
    [tx.merchantId, customerId, device.deviceIds, device.newId, tx.now, device.ttlSeconds],
  );
  if (!row) throw new Error('the device was not stored');
  return row.id;
}

/** Forgets the browser for every customer who used it. */
export async function deleteDevices(tx: TenantTransaction, deviceIds: readonly string[]): Promise<void> {
  await tx.query(
    {
      name: 'delete_customer_devices',
      text: 'DELETE FROM customer_devices WHERE merchant_id = $1 AND id = ANY ($2)',
    },
    [tx.merchantId, deviceIds],
  );
}

export async function deleteOtherDevices(
  tx: TenantTransaction,
  customerId: string,
  deviceIds: readonly string[],
): Promise<void> {
  await tx.query(
    {
      name: 'delete_other_customer_devices',
      text: `DELETE FROM customer_devices
             WHERE merchant_id = $1 AND customer_id = $2 AND id <> ALL ($3::uuid[])`,
    },
    [tx.merchantId, customerId, deviceIds],
  );
}

/** Deletes the customer's PIN, known devices and waiting code. */
export async function deleteProofs(tx: TenantTransaction, customerId: string): Promise<void> {
  await tx.query(
    {
      name: 'delete_customer_proofs',
      text: `WITH devices AS (DELETE FROM customer_devices WHERE merchant_id = $1 AND customer_id = $2),
               codes AS (DELETE FROM customer_codes WHERE merchant_id = $1 AND customer_id = $2)
             DELETE FROM customer_pins WHERE merchant_id = $1 AND customer_id = $2`,
    },
    [tx.merchantId, customerId],
  );
}

/** The e-mail is no proof until it is confirmed again: a thief of the phone may read its mailbox too. */
export async function doubtEmail(tx: TenantTransaction, customerId: string): Promise<void> {
  await tx.query(
    {
      name: 'doubt_customer_email',
      text: 'UPDATE customers SET email_is_proof = false WHERE merchant_id = $1 AND id = $2 AND email_is_proof',
    },
    [tx.merchantId, customerId],
  );
}

/** A merged record's devices go on as the target's; its PIN and code end, for the target may have its own. */
export async function joinProofs(tx: TenantTransaction, sourceId: string, targetId: string): Promise<void> {
  await tx.query(
    {
      name: 'join_customer_devices',
      text: `INSERT INTO customer_devices (merchant_id, id, customer_id, created_at, expires_at, is_lasting)
             SELECT merchant_id, id, $3, created_at, expires_at, is_lasting FROM customer_devices
             WHERE merchant_id = $1 AND customer_id = $2
             ON CONFLICT (merchant_id, id, customer_id) DO NOTHING`,
    },
    [tx.merchantId, sourceId, targetId],
  );
  await deleteProofs(tx, sourceId);
}
