/** More credit by adjustments of one employee in seven days than three times the usual. */
export const CORRECTIONS = `SELECT DISTINCT ON (employee_id, day) 'corrections', employee_id, NULL::uuid, day,
    jsonb_build_object('cents', cents, 'count', in_week, 'usualCents', coalesce(u."correctionsAWeekCents", 0)),
    ids[1:100]
  FROM (
    SELECT a.employee_id, a.created_at, (a.created_at AT TIME ZONE zone.name)::date AS day,
      sum(a.amount_cents) OVER in_week AS cents, count(*) OVER in_week AS in_week, array_agg(a.id) OVER in_week AS ids
    FROM adjustments a CROSS JOIN zone
    WHERE a.merchant_id = $1 AND a.id >= (SELECT first_id FROM week_before) AND a.amount_cents > 0
    WINDOW in_week AS (PARTITION BY a.employee_id ORDER BY a.created_at
      RANGE BETWEEN interval '7 days' PRECEDING AND CURRENT ROW)
  ) a CROSS JOIN threshold t CROSS JOIN usual u
  WHERE created_at >= $2 AND created_at < $3
    AND cents > greatest(t."correctionsAWeekCents", 3 * coalesce(u."correctionsAWeekCents", 0))
  ORDER BY employee_id, day, created_at DESC`;
