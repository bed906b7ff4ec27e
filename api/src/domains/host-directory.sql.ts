import type { Tenancy } from '../tenant.ts';

/** A merchant's present names; for an inactive merchant, the names that no longer resolve. */
export interface HostNamesRow {
  merchant_id: string;
  /**
   * Text in full precision: a Date would cut it to milliseconds, and a page would begin in the wrong place.
   */
  changed_at: string;
  is_active: boolean;
  /** Former slugs included. */
  slugs: string[];
  /** The verified domain. */
  domain: string | null;
}

/** A position in the order in which merchants' names changed. */
export interface HostNamesMark {
  changedAt: string;
  merchantId: string;
}

/**
 * Changes are stamped before they are committed. No transaction of the API stays open this long, so a read
 * that begins this much before the last one misses none.
 */
const OVERLAP = "interval '60 seconds'";

/**
 * Merchants whose names changed after `mark`, and those possibly committed since `lastReadAt` with an earlier
 * stamp. `readAt` is the database's time.
 */
export async function listHostNames(
  tenancy: Pick<Tenancy, 'lookup'>,
  { mark, lastReadAt, limit }: { mark: HostNamesMark; lastReadAt: string | null; limit: number },
): Promise<{ readAt: string; rows: HostNamesRow[] }> {
  const found = await tenancy.lookup<HostNamesRow & { read_at: string; merchant_id: string | null }>(
    {
      name: 'list_host_names',
      text: `SELECT now.read_at, h.merchant_id, h.changed_at::text AS changed_at, h.is_active, h.slugs, h.domain
             FROM (SELECT clock_timestamp()::text AS read_at) now
             LEFT JOIN lookup.host_names(
               least($1::timestamptz, $3::timestamptz - ${OVERLAP}),
               CASE WHEN $3::timestamptz - ${OVERLAP} < $1::timestamptz
                 THEN '00000000-0000-0000-0000-000000000000' ELSE $2::uuid END,
               $4) h ON true`,
    },
    [mark.changedAt, mark.merchantId, lastReadAt, limit],
  );
  return { readAt: found[0]?.read_at ?? '', rows: found.filter((row) => row.merchant_id !== null) };
}
