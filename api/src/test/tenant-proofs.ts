import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { SOME_HASH } from './employees.ts';

/** A known device, a code, a PIN and a notice of the customer; no answer shows the code's or device's id. */
export async function insertProofs(owner: pg.Pool, merchantId: string, customerId: string): Promise<void> {
  await owner.query(
    `WITH device AS (INSERT INTO customer_devices (merchant_id, id, customer_id, created_at, expires_at)
                     VALUES ($1, $3, $2, now(), now() + interval '180 days')),
       code AS (INSERT INTO customer_codes (merchant_id, customer_id, id, confirms_email, tries_left, created_at, expires_at)
                VALUES ($1, $2, $4, false, 5, now(), now() + interval '10 minutes')),
       notice AS (INSERT INTO inactivity_notices (merchant_id, customer_id, noticed_at, erases_at)
                  VALUES ($1, $2, now(), now() + interval '30 days'))
     INSERT INTO customer_pins (merchant_id, customer_id, pin_hash, chosen_at) VALUES ($1, $2, $5, now())`,
    [merchantId, customerId, randomUUID(), randomUUID(), SOME_HASH],
  );
}
