/** More reversals of confirmed movements by one employee in seven days than three times the usual. */
export const REVERSALS = `SELECT DISTINCT ON (employee_id, day) 'reversals', employee_id, NULL::uuid, day,
    jsonb_build_object('count', in_week, 'usualCount', coalesce(u."reversalsAWeek", 0)), ids[1:100]
  FROM (
    SELECT v.employee_id, v.created_at, (v.created_at AT TIME ZONE zone.name)::date AS day,
      count(*) OVER in_week AS in_week, array_agg(v.movement_id) OVER in_week AS ids
    FROM (
      SELECT employee_id, created_at, transaction_id AS movement_id FROM purchase_reversals
      WHERE merchant_id = $1 AND id >= (SELECT first_id FROM week_before) AND was_credited
      UNION ALL
      SELECT employee_id, created_at, redemption_id FROM redemption_reversals
      WHERE merchant_id = $1 AND id >= (SELECT first_id FROM week_before)
    ) v CROSS JOIN zone
    WINDOW in_week AS (PARTITION BY v.employee_id ORDER BY v.created_at
      RANGE BETWEEN interval '7 days' PRECEDING AND CURRENT ROW)
  ) v CROSS JOIN threshold t CROSS JOIN usual u
  WHERE created_at >= $2 AND created_at < $3
    AND in_week > greatest(t."reversalsAWeek", 3 * coalesce(u."reversalsAWeek", 0))
  ORDER BY employee_id, day, created_at DESC`;
