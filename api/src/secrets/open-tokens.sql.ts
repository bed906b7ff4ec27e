import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import type { TenantTransaction } from '../tenant.ts';

export interface OpenTokenRow {
  kind: 'CASHBACK' | 'REDEMPTION' | 'PASSWORD' | 'NOTICE';
  id: string;
  token_hash: Buffer;
  expires_at: Date;
}

/**
 * A page of the merchant's tokens that still open something, in the order of their ids; `after` is the last
 * one's id.
 */
export async function listOpenTokens(
  tx: TenantTransaction,
  after: string,
  limit: number,
): Promise<OpenTokenRow[]> {
  return await tx.query(
    {
      name: 'list_open_tokens',
      // created_at has the index; the extra day is for rows that another clock stamped.
      text: `SELECT 'CASHBACK' AS kind, id, token_hash, token_expires_at AS expires_at FROM transactions
             WHERE merchant_id = $1 AND id > $2 AND token_expires_at > clock_timestamp()
               AND created_at > clock_timestamp() - $4 * interval '1 second' - interval '1 day'
             UNION ALL
             SELECT 'REDEMPTION', id, token_hash, token_expires_at FROM redemptions
             WHERE merchant_id = $1 AND id > $2 AND token_expires_at > clock_timestamp()
               AND created_at > clock_timestamp() - $4 * interval '1 second' - interval '1 day'
             UNION ALL
             SELECT 'PASSWORD', id, token_hash, expires_at FROM password_links
             WHERE merchant_id = $1 AND id > $2 AND expires_at > clock_timestamp() AND used_at IS NULL
             UNION ALL
             SELECT 'NOTICE', id, token_hash, expires_at FROM security_notices
             WHERE merchant_id = $1 AND id > $2 AND expires_at > clock_timestamp() AND used_at IS NULL
             ORDER BY 2 LIMIT $3`,
    },
    [tx.merchantId, after, limit, CASHBACK_TOKEN_TTL_SECONDS],
  );
}
