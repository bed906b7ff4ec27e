import type { MovementEventName } from 'domain/tag-events';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** A purchase or a redemption, with the data that the merchant's tags receive. */
export interface TaggedMovement {
  kind: 'cashback' | 'redemption';
  id: string;
  /** Amount less what was reversed. */
  amount_cents: number;
  cashback_cents: number | null;
  token_expires_at: Moment;
  /** The customer has opened the code: the cashback is credited, the redemption completed. */
  confirmed_at: Moment | null;
  is_reversed: boolean;
  phone: string;
  has_tags: boolean;
}

export async function findTaggedPurchase(
  tx: TenantTransaction,
  tokenHash: Buffer,
): Promise<TaggedMovement | undefined> {
  const [row] = await tx.query<TaggedMovement>(
    {
      name: 'find_tagged_purchase',
      text: `SELECT 'cashback' AS kind, t.id, t.amount_cents - t.reversed_amount_cents AS amount_cents,
               t.cashback_cents - t.reversed_cashback_cents AS cashback_cents, t.token_expires_at,
               t.qr_scanned_at AS confirmed_at, t.status = 'reversed' AS is_reversed, c.phone,
               (m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL) AS has_tags
             FROM transactions t
             JOIN customers c ON c.merchant_id = t.merchant_id AND c.id = t.customer_id AND c.phone IS NOT NULL
             JOIN merchants m ON m.id = t.merchant_id AND m.is_active
             WHERE t.merchant_id = $1 AND t.token_hash = $2`,
    },
    [tx.merchantId, tokenHash],
  );
  return row;
}

export async function findTaggedRedemption(
  tx: TenantTransaction,
  tokenHash: Buffer,
): Promise<TaggedMovement | undefined> {
  const [row] = await tx.query<TaggedMovement>(
    {
      name: 'find_tagged_redemption',
      text: `SELECT 'redemption' AS kind, r.id, r.amount_cents, NULL::bigint AS cashback_cents, r.token_expires_at,
               r.completed_at AS confirmed_at, r.status = 'reversed' AS is_reversed, c.phone,
               (m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL) AS has_tags
             FROM redemptions r
             JOIN customers c ON c.merchant_id = r.merchant_id AND c.id = r.customer_id AND c.phone IS NOT NULL
             JOIN merchants m ON m.id = r.merchant_id AND m.is_active
             WHERE r.merchant_id = $1 AND r.token_hash = $2`,
    },
    [tx.merchantId, tokenHash],
  );
  return row;
}

/**
 * Inserts the deliveries. A second page at the same time waits for the first and then finds the events taken.
 */
export async function insertTagDeliveries(
  tx: TenantTransaction,
  delivery: {
    movement: Pick<TaggedMovement, 'kind' | 'id'>;
    events: MovementEventName[];
    takeId: string;
    takenAt: Moment;
  },
): Promise<void> {
  const { movement, events, takeId, takenAt } = delivery;
  const column = movement.kind === 'cashback' ? 'transaction_id' : 'redemption_id';
  await tx.query(
    {
      name: `insert_tag_deliveries_${movement.kind}`,
      text: `INSERT INTO tag_deliveries (merchant_id, movement_id, ${column}, event, take_id, taken_at)
             SELECT $1, $2, $2, event, $4, $5 FROM unnest($3::text[]) AS event
             ON CONFLICT DO NOTHING`,
    },
    [tx.merchantId, movement.id, [...events].sort(), takeId, takenAt],
  );
}

/** The events of the movement that this very taking got. */
export async function listTakenEvents(
  tx: TenantTransaction,
  movementId: string,
  takeId: string,
): Promise<string[]> {
  const rows = await tx.query<{ event: string }>(
    {
      name: 'list_taken_events',
      text: 'SELECT event FROM tag_deliveries WHERE merchant_id = $1 AND movement_id = $2 AND take_id = $3',
    },
    [tx.merchantId, movementId, takeId],
  );
  return rows.map((row) => row.event);
}
