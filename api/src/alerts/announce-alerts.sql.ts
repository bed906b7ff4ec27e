import type { AlertRule } from 'domain/alerts';
import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** The ids of merchants that are owed a mail this morning, in order, a page at a time. */
export async function listMerchantsWithNewAlerts(
  tenancy: Pick<Tenancy, 'lookup'>,
  { now, hour, after, limit }: { now: Moment; hour: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    {
      name: 'merchants_with_new_alerts',
      text: 'SELECT * FROM lookup.merchants_with_new_alerts($1, $2, $3, $4) AS id',
    },
    [now, hour, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Marks today's mail as sent, once. False if another run did, or nothing is new any more. */
export async function claimMorningMail(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'claim_morning_mail',
      text: `WITH claimed AS (
               UPDATE alert_progress p SET mailed_day = ($2 AT TIME ZONE m.time_zone)::date
               FROM merchants m
               WHERE p.merchant_id = $1 AND m.id = $1
                 AND coalesce(p.mailed_day, '-infinity') < ($2 AT TIME ZONE m.time_zone)::date
               RETURNING p.merchant_id
             )
             UPDATE alerts a SET mailed_at = $2 FROM claimed
             WHERE a.merchant_id = $1 AND a.state = 'open' AND a.mailed_at IS NULL RETURNING a.id`,
    },
    [tx.merchantId, tx.now],
  );
  return rows.length > 0;
}

export interface OpenAlertsRow {
  rule: AlertRule;
  alerts: number;
}

export async function countOpenByRule(tx: TenantTransaction): Promise<OpenAlertsRow[]> {
  return await tx.query<OpenAlertsRow>(
    {
      name: 'count_open_alerts_by_rule',
      text: `SELECT rule, count(*)::int AS alerts FROM alerts WHERE merchant_id = $1 AND state = 'open'
             GROUP BY rule ORDER BY alerts DESC, rule`,
    },
    [tx.merchantId],
  );
}
