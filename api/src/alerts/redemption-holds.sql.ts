import type { TenantTransaction } from '../tenant.ts';

/** The customers of the alerts $2 and of their movements who are still there; $1 is the merchant. */
const CUSTOMERS = `(
    SELECT a.id AS alert_id, coalesce(n.merged_into_id, n.id) AS customer_id FROM alerts a
    JOIN customers n ON n.merchant_id = $1 AND n.id = a.customer_id
    WHERE a.merchant_id = $1 AND a.id = ANY ($2)
    UNION
    SELECT a.id, m.customer_id FROM alerts a CROSS JOIN LATERAL (
      SELECT customer_id FROM transactions WHERE merchant_id = $1 AND id = ANY (a.movement_ids)
      UNION ALL SELECT customer_id FROM redemptions WHERE merchant_id = $1 AND id = ANY (a.movement_ids)
      UNION ALL SELECT customer_id FROM adjustments WHERE merchant_id = $1 AND id = ANY (a.movement_ids)
    ) m WHERE a.merchant_id = $1 AND a.id = ANY ($2)
  ) who JOIN customers c ON c.merchant_id = $1 AND c.id = who.customer_id AND c.phone IS NOT NULL`;

/** Holds the customers of the alert and of its movements. Returns how many they are. */
export async function insertHolds(
  tx: TenantTransaction,
  alertId: string,
  employeeId: string,
): Promise<number> {
  const rows = await tx.query(
    {
      name: 'insert_redemption_holds',
      text: `INSERT INTO redemption_holds (merchant_id, customer_id, alert_id, held_by, held_at)
             SELECT $1, c.id, who.alert_id, $3, $4 FROM ${CUSTOMERS}
             ON CONFLICT DO NOTHING RETURNING customer_id`,
    },
    [tx.merchantId, [alertId], employeeId, tx.now],
  );
  return rows.length;
}

/** Holds the customers that joined alerts whose others are held, in the name of the employee who did that. */
export async function growHolds(tx: TenantTransaction, alertIds: readonly string[]): Promise<void> {
  await tx.query(
    {
      name: 'grow_redemption_holds',
      text: `INSERT INTO redemption_holds (merchant_id, customer_id, alert_id, held_by, held_at)
             SELECT $1, c.id, who.alert_id, h.held_by, $3 FROM ${CUSTOMERS}
             CROSS JOIN LATERAL (
               SELECT held_by FROM redemption_holds WHERE merchant_id = $1 AND alert_id = who.alert_id
               ORDER BY held_at, customer_id LIMIT 1
             ) h
             ON CONFLICT DO NOTHING`,
    },
    [tx.merchantId, alertIds, tx.now],
  );
}

/** Ends the holds of this alert; those of other alerts stay. */
export async function deleteHolds(tx: TenantTransaction, alertId: string): Promise<number> {
  const rows = await tx.query(
    {
      name: 'delete_redemption_holds',
      text: 'DELETE FROM redemption_holds WHERE merchant_id = $1 AND alert_id = $2 RETURNING customer_id',
    },
    [tx.merchantId, alertId],
  );
  return rows.length;
}
