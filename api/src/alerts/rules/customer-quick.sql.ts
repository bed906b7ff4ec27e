/** Two purchases of one customer within some minutes; the employee is who recorded the later one. */
export const CUSTOMER_QUICK = `SELECT 'customer_quick', employee_id, customer_id, day,
    jsonb_build_object('count', count(*) + 1, 'minutes', floor(max(extract(epoch FROM created_at - before_at)) / 60)),
    (array_agg(id ORDER BY created_at DESC) || array_agg(before_id ORDER BY created_at DESC))[1:100]
  FROM (
    SELECT b.*, lag(id) OVER in_order AS before_id, lag(created_at) OVER in_order AS before_at
    FROM bought b WINDOW in_order AS (PARTITION BY customer_id ORDER BY created_at, id)
  ) b CROSS JOIN threshold t
  WHERE created_at - before_at < make_interval(mins => t."apartMinutes")
  GROUP BY employee_id, customer_id, day`;
