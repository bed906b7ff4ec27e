import { answerOfAddress, latestAnswer } from '../consents/latest-answer.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { SyncedCustomer } from './provider.ts';

/**
 * The customer with the present balance. A merged record is replaced by the one it was merged into; an erased
 * one is gone.
 */
export async function findSyncedCustomer(
  tx: TenantTransaction,
  customerId: string,
): Promise<SyncedCustomer | undefined> {
  const [row] = await tx.query<SyncedCustomer>(
    {
      name: 'find_synced_customer',
      text: `WITH RECURSIVE record AS (
               SELECT id, merged_into_id FROM customers WHERE merchant_id = $1 AND id = $2
               UNION ALL
               SELECT c.id, c.merged_into_id FROM record r
               JOIN customers c ON c.merchant_id = $1 AND c.id = r.merged_into_id
             )
             SELECT c.id, c.phone, c.name, c.email, coalesce(s.available_cents, c.available_cents) AS "availableCents",
               c.total_spent_cents AS "totalSpentCents", c.total_cashback_cents AS "totalCashbackCents",
               CASE WHEN c.email IS NULL THEN nullif(${latestAnswer('email', 'c')}, true)
                 ELSE (${answerOfAddress('is_given')}) END AS "emailConsent",
               array(SELECT DISTINCT o.email FROM customers o
                     WHERE o.merchant_id = $1 AND o.merged_into_id = c.id AND o.email <> coalesce(c.email, '')
                     ORDER BY o.email) AS "formerEmails"
             FROM record r
             JOIN customers c ON c.merchant_id = $1 AND c.id = r.id
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             WHERE c.phone IS NOT NULL`,
    },
    [tx.merchantId, customerId, tx.now],
  );
  return row;
}

/** The customer who has an address now. A placeholder made from `phone` is of a customer without e-mail. */
export async function findAddressHolder(
  tx: TenantTransaction,
  address: string,
  phone: string | undefined,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'find_address_holder',
      text: `SELECT id FROM customers
             WHERE merchant_id = $1 AND email = lower($2) AND merged_into_id IS NULL AND phone IS NOT NULL
             UNION ALL SELECT id FROM customers WHERE merchant_id = $1 AND phone = $3 AND email IS NULL
             LIMIT 1`,
    },
    [tx.merchantId, address, phone ?? null],
  );
  return row?.id;
}

/**
 * Whether the integration was sent a record with the customer's address since the consent was given. Never
 * where that consent is this customer's own and `isAnswer` says that it is being sent.
 */
export async function isToldOfConsent(
  tx: TenantTransaction,
  customerId: string,
  integrationConfigId: string,
  isAnswer: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'is_told_of_consent',
      text: `SELECT FROM customers c
             WHERE c.merchant_id = $1 AND c.id = $2
               AND NOT ($4 AND (${answerOfAddress('customer_id')}) = c.id)
               AND EXISTS (
                 SELECT FROM deliveries d
                 WHERE d.merchant_id = $1 AND d.integration_config_id = $3 AND d.state = 'delivered'
                   AND d.finished_at > (${answerOfAddress('created_at')})
                   AND d.customer_id IN (
                     SELECT c.id
                     UNION ALL SELECT o.id FROM customers o WHERE o.merchant_id = $1 AND o.merged_into_id = c.id
                     UNION ALL SELECT o.id FROM customers o
                     WHERE o.merchant_id = $1 AND o.email = c.email AND o.merged_into_id IS NULL))`,
    },
    [tx.merchantId, customerId, integrationConfigId, isAnswer],
  );
  return rows.length > 0;
}

/**
 * Adds the withdrawal of a customer who unsubscribed at a provider, unless that is their latest answer. The
 * table's trigger tells the merchant's other providers.
 */
export async function recordUnsubscription(tx: TenantTransaction, customerId: string): Promise<void> {
  await tx.query(
    {
      name: 'lock_unsubscribed_customer',
      text: 'SELECT FROM customers WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE',
    },
    [tx.merchantId, customerId],
  );
  await tx.query(
    {
      name: 'record_unsubscription',
      text: `INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, source, created_at)
             SELECT $1, gen_random_uuid(), c.id, 'email', false, 'provider', $3 FROM customers c
             WHERE c.merchant_id = $1 AND c.id = $2 AND c.email IS NOT NULL
               AND (${answerOfAddress('is_given')}) IS DISTINCT FROM false`,
    },
    [tx.merchantId, customerId, tx.now],
  );
}
