/**
 * Joins to a purchase `t` the trace `c` of its confirmation, and `counter.is_network`: whether it came from
 * the network in which the purchase was recorded; null without a trace. $1 is the merchant.
 */
export const TRACE = `LEFT JOIN confirmation_traces c ON c.merchant_id = $1 AND c.source_id = t.id
    LEFT JOIN LATERAL (
      SELECT CASE WHEN a.ip ~ '^[0-9A-Fa-f:.]+$' THEN a.ip::inet <<= c.network::inet END AS is_network
      FROM (
        SELECT replace(l.ip, '::ffff:', '') AS ip FROM audit_log l
        WHERE c.source_id IS NOT NULL AND l.merchant_id = $1 AND l.entity_id = t.id::text AND l.action = 'cashback.issue'
        LIMIT 1
      ) a
    ) counter ON true`;
