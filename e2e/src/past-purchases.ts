import { asOwner } from './database.ts';
import type { Merchant } from './merchant.ts';

export interface PastPurchase {
  phone: string;
  /** The customer's name; with several purchases, any one's. */
  name?: string | undefined;
  /** 0 is today, where the merchant is. */
  daysAgo: number;
  /** Brings 5 %. */
  amountCents: number;
  isConfirmed?: boolean | undefined;
  /** The e-mail of the employee who sold; the owner by default. */
  soldBy?: string | undefined;
}

/**
 * Inserts purchases of other days, which no journey can wait for. The rows bypass the product, so the rollups
 * are rebuilt at the next read; confirmed purchases get no credit.
 */
export async function insertPastPurchases(
  merchant: Merchant,
  purchases: readonly PastPurchase[],
): Promise<void> {
  const rows = JSON.stringify(purchases.map((purchase, place) => ({ ...purchase, place })));
  await asOwner(
    `INSERT INTO customers (merchant_id, id, phone, name)
     SELECT m.id, gen_random_uuid(), s.phone, max(s.name)
     FROM merchants m, jsonb_to_recordset($2::jsonb) AS s (phone text, name text)
     WHERE m.signup_link_slug = $1 GROUP BY m.id, s.phone`,
    [merchant.slug, rows],
  );
  await asOwner(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
       token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at)
     SELECT m.id, gen_random_uuid(), c.id, e.id, s."amountCents", (s."amountCents" * 500 + 5000) / 10000, 500,
       sha256(gen_random_uuid()::text::bytea), at + interval '30 days', coalesce(s."isConfirmed", false),
       CASE WHEN s."isConfirmed" THEN at END, at
     FROM jsonb_to_recordset($2::jsonb) AS s (phone text, "daysAgo" integer, "amountCents" bigint, "isConfirmed" boolean, "soldBy" text, place integer)
     JOIN merchants m ON m.signup_link_slug = $1
     JOIN customers c ON c.merchant_id = m.id AND c.phone = s.phone
     JOIN employees e ON e.merchant_id = m.id AND e.email = coalesce(s."soldBy", $3)
     CROSS JOIN LATERAL (SELECT ((now() AT TIME ZONE m.time_zone)::date - s."daysAgo" + interval '1 second' * s.place)
       AT TIME ZONE m.time_zone AS at) AS moment`,
    [merchant.slug, rows, merchant.email],
  );
  await rebuildRollups(merchant);
}

/** Marks the rollups as stale after rows were changed by hand; the next read rebuilds them. */
export async function rebuildRollups({ slug }: Merchant): Promise<void> {
  await asOwner(
    `UPDATE rollup_states SET built_at = NULL FROM merchants m WHERE m.id = merchant_id AND m.signup_link_slug = $1`,
    [slug],
  );
}
