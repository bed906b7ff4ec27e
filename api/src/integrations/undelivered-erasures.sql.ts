import type { Provider } from 'domain/integrations';
import { latestAnswer } from '../consents/latest-answer.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Condition of log entries by which the provider was sent a contact. */
const IS_SENT = `action <> 'erase' AND status = 'success'
  AND NOT coalesce((response_data ->> 'isWithheld')::boolean, false)`;

export interface UnconfirmedSyncRow {
  id: number;
  provider: Provider;
  action: 'consent' | 'erase';
  customer_id: string;
  customer_name: string | null;
  created_at: Date;
}

/**
 * Lists the withdrawals and the erasures of former addresses that a provider did not confirm, newest first,
 * for customers who are not erased. Leaves out withdrawals that were revoked or that a later delivery
 * brought.
 */
export async function listUnconfirmedSyncs(
  tx: TenantTransaction,
  limit: number,
): Promise<UnconfirmedSyncRow[]> {
  return await tx.query<UnconfirmedSyncRow>(
    {
      name: 'list_unconfirmed_syncs',
      text: `SELECT l.id, i.provider, l.action, c.id AS customer_id, c.name AS customer_name, l.created_at
             FROM integration_sync_log l
             JOIN integration_configs i ON i.merchant_id = $1 AND i.id = l.integration_config_id
             JOIN customers o ON o.merchant_id = $1 AND o.id = l.customer_id
             JOIN customers c ON c.merchant_id = $1 AND c.id = coalesce(o.merged_into_id, o.id)
             WHERE l.merchant_id = $1 AND l.status = 'error' AND l.action IN ('consent', 'erase')
               AND l.retried_at IS NULL AND c.erased_at IS NULL
               AND (l.action = 'erase' OR ${latestAnswer('email', 'c')} IS FALSE AND NOT EXISTS (
                 SELECT FROM integration_sync_log
                 WHERE merchant_id = $1 AND customer_id = l.customer_id AND created_at > l.created_at
                   AND integration_config_id = l.integration_config_id AND ${IS_SENT}))
             ORDER BY l.created_at DESC, l.id DESC LIMIT $2`,
    },
    [tx.merchantId, limit],
  );
}

export interface UndeliveredErasureRow {
  id: string;
  provider: Provider;
  given_up_at: Date;
  sent_count: number;
  last_sent_at: Date | null;
}

/**
 * Erasures that a provider did not confirm, newest first, with what the provider was sent of the contact.
 */
export async function listUndeliveredErasures(
  tx: TenantTransaction,
  limit: number,
): Promise<UndeliveredErasureRow[]> {
  return await tx.query<UndeliveredErasureRow>(
    {
      name: 'list_undelivered_erasures',
      text: `SELECT e.id, e.provider, coalesce(d.given_up_at, e.erased_at) AS given_up_at, l.sent_count, l.last_sent_at
             FROM (
               SELECT r.id, r.customer_id, r.customer_ids, r.erased_at, c.id AS config_id, c.provider
               FROM erasures r
               JOIN integration_configs c ON c.merchant_id = $1 AND c.provider = ANY (r.undelivered)
               WHERE r.merchant_id = $1 AND r.undelivered <> '{}'
               ORDER BY r.erased_at DESC, r.id, c.provider LIMIT $2
             ) e
             CROSS JOIN LATERAL (
               SELECT max(finished_at) AS given_up_at FROM deliveries
               WHERE merchant_id = $1 AND customer_id = e.customer_id AND subject_id = e.id AND event = 'erase'
                 AND integration_config_id = e.config_id AND state = 'failed') d
             CROSS JOIN LATERAL (
               SELECT count(*)::int AS sent_count, max(created_at) AS last_sent_at FROM integration_sync_log
               WHERE merchant_id = $1 AND integration_config_id = e.config_id AND customer_id = ANY (e.customer_ids)
                 AND ${IS_SENT}) l
             ORDER BY e.erased_at DESC, e.id, e.provider`,
    },
    [tx.merchantId, limit],
  );
}

/** Locks the erasure, so that of two deliveries that end at once the second one sees the first one's end. */
export async function lockErasureOf(tx: TenantTransaction, subjectId: string): Promise<void> {
  await tx.query(
    {
      name: 'lock_erasure_of_contact',
      text: 'SELECT FROM erasures WHERE merchant_id = $1 AND (id = $2 OR customer_id = $2) FOR NO KEY UPDATE',
    },
    [tx.merchantId, subjectId],
  );
}

/**
 * Adds the provider to the erasure's undelivered ones if its delivery was given up, or if it had none of the
 * addresses although it was sent the customer. A withdrawal does not count as sent: it may be of an unknown
 * contact.
 */
export async function addUndelivered(
  tx: TenantTransaction,
  ended: { subjectId: string; integrationConfigId: string | null; isGivenUp: boolean; notThere: number },
): Promise<void> {
  await tx.query(
    {
      name: 'add_undelivered_erasure',
      text: `UPDATE erasures e SET undelivered = array_append(e.undelivered, i.provider)
             FROM integration_configs i
             WHERE e.merchant_id = $1 AND (e.id = $2 OR e.customer_id = $2) AND i.merchant_id = $1 AND i.id = $3
               AND i.provider <> ALL (e.undelivered)
               AND ($4 OR NOT EXISTS (
                 SELECT FROM deliveries d
                 WHERE d.merchant_id = $1 AND d.customer_id = e.customer_id AND d.integration_config_id = $3
                   AND d.event = 'erase' AND d.subject_id = e.id
                   AND (d.state = 'waiting' OR d.last_status IS DISTINCT FROM $5)
               ) AND EXISTS (
                 SELECT FROM integration_sync_log
                 WHERE merchant_id = $1 AND integration_config_id = $3 AND customer_id = ANY (e.customer_ids)
                   AND action <> 'consent' AND ${IS_SENT}))`,
    },
    [tx.merchantId, ended.subjectId, ended.integrationConfigId, ended.isGivenUp, ended.notThere],
  );
}

/** Returns the integration's id; undefined if the provider is not among the erasure's undelivered ones. */
export async function markErasedAtProvider(
  tx: TenantTransaction,
  { erasureId, provider }: { erasureId: string; provider: Provider },
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'mark_erased_at_provider',
      text: `UPDATE erasures e SET undelivered = array_remove(e.undelivered, $3) FROM integration_configs i
             WHERE e.merchant_id = $1 AND e.id = $2 AND $3 = ANY (e.undelivered)
               AND i.merchant_id = $1 AND i.provider = $3 RETURNING i.id`,
    },
    [tx.merchantId, erasureId, provider],
  );
  return row?.id;
}
