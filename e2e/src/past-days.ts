import { asOwner } from './database.ts';
import type { Merchant } from './merchant.ts';

/** A day of a merchant's past: what its purchases and its redemptions were of, in centavos. */
export interface PastDay {
  day: string;
  purchases: number[];
  redeemed?: number[];
}

const RATE_BASIS_POINTS = 500;

/**
 * Writes days into a merchant's past, at noon in São Paulo: purchases at 5 % to one customer of the
 * merchant's own, and redemptions.
 */
export async function insertPast(merchant: Merchant, days: readonly PastDay[]): Promise<void> {
  const [hired] = await asOwner<{ merchant_id: string; employee_id: string; customer_id: string }>(
    `INSERT INTO customers (merchant_id, id, phone, created_at)
     SELECT m.id, gen_random_uuid(), '219' || lpad((random() * 99999999)::int::text, 8, '0'), '2020-01-01'
     FROM merchants m WHERE m.signup_link_slug = $1
     RETURNING merchant_id, id AS customer_id, (SELECT e.id FROM employees e
       WHERE e.merchant_id = customers.merchant_id LIMIT 1) AS employee_id`,
    [merchant.slug],
  );
  const amounts = (kind: 'purchases' | 'redeemed') =>
    days.flatMap(({ day, ...all }) => (all[kind] ?? []).map((cents) => ({ day, cents })));
  const values = (kind: 'purchases' | 'redeemed') => [
    hired?.merchant_id,
    hired?.customer_id,
    hired?.employee_id,
    amounts(kind).map(({ day }) => day),
    amounts(kind).map(({ cents }) => cents),
  ];
  const rows = `(SELECT gen_random_uuid() AS id, cents, (day::date + time '12:00') AT TIME ZONE 'America/Sao_Paulo' AS at
    FROM unnest($4::text[], $5::bigint[]) AS row (day, cents)) r`;
  await asOwner(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
       token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at)
     SELECT $1, id, $2, $3, cents, (cents * ${RATE_BASIS_POINTS} + 5000) / 10000, ${RATE_BASIS_POINTS},
       sha256(uuid_send(id)), at + interval '30 days', true, at, at FROM ${rows}`,
    values('purchases'),
  );
  await asOwner(
    `INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at, status,
       completed_at, created_at)
     SELECT $1, id, $2, $3, cents, sha256(uuid_send(id)), at + interval '15 minutes', 'completed', at, at FROM ${rows}`,
    values('redeemed'),
  );
}
