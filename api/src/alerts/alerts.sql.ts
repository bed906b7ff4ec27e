import type { AlertRule, AlertSettings } from 'domain/alerts';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { FOUND } from './rules/all-rules.ts';
import type { Usual } from './usual.sql.ts';

/** What the rules read: a window, the thresholds, and what is usual at the merchant. */
export interface Watching {
  since: Moment;
  until: Moment;
  settings: AlertSettings;
  usual: Usual;
  /** Purchases of before the window that were confirmed after this ledger entry are read as well. */
  entryId: string;
}

const parametersOf = (tx: TenantTransaction, { since, until, settings, usual, entryId }: Watching) => [
  tx.merchantId,
  since,
  until,
  JSON.stringify(settings),
  JSON.stringify(usual),
  entryId,
];

/**
 * Writes what the rules see, once for a rule, a pair and a day. More movements of the same day join their
 * alert, and open it again if it was settled.
 * @returns the ids of the alerts that were written or changed
 */
export async function insertAlerts(tx: TenantTransaction, watching: Watching): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    {
      name: 'insert_alerts',
      text: `${FOUND}
             INSERT INTO alerts AS a (merchant_id, id, rule, employee_id, customer_id, day, numbers, movement_ids, found_at)
             SELECT $1, (lpad(to_hex((extract(epoch FROM $3::timestamptz) * 1000)::bigint), 12, '0')
                 || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
               rule, employee_id, customer_id, day, jsonb_strip_nulls(numbers), movement_ids, $3
             FROM found
             ON CONFLICT ON CONSTRAINT alerts_seen_key DO UPDATE SET numbers = excluded.numbers,
               movement_ids = ARRAY(SELECT unnest(excluded.movement_ids) UNION SELECT unnest(a.movement_ids)),
               state = 'open', closed_at = NULL, closed_by = NULL,
               mailed_at = CASE WHEN a.state = 'open' THEN a.mailed_at END
             WHERE a.state <> 'fine' AND NOT excluded.movement_ids <@ a.movement_ids
             RETURNING a.id`,
    },
    parametersOf(tx, watching),
  );
  return rows.map(({ id }) => id);
}

/** How many alerts each rule would have had in the window. */
export async function countFound(
  tx: TenantTransaction,
  watching: Watching,
): Promise<{ rule: AlertRule; alerts: number }[]> {
  return await tx.query(
    {
      name: 'count_found_alerts',
      text: `${FOUND} SELECT rule, count(*)::int AS alerts FROM found GROUP BY rule ORDER BY rule`,
    },
    parametersOf(tx, watching),
  );
}
