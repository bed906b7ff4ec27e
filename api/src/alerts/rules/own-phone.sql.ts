/**
 * Movements for a phone that is or was the employee's own: the counter refuses them, so the phone came to the
 * profile afterwards.
 */
export const OWN_PHONE = `SELECT 'own_phone', employee_id, customer_id, day,
    jsonb_build_object('count', count(*)), (array_agg(id ORDER BY created_at DESC, id))[1:100]
  FROM (
    SELECT m.id, m.employee_id, m.customer_id, m.day, m.created_at
    FROM (SELECT id, employee_id, customer_id, day, created_at FROM bought
          UNION ALL SELECT id, employee_id, customer_id, day, created_at FROM redeemed) m
    JOIN customers c ON c.merchant_id = $1 AND c.id = m.customer_id
    JOIN employee_phones p ON p.merchant_id = $1 AND p.employee_id = m.employee_id AND p.phone = c.phone
    UNION
    SELECT t.id, t.employee_id, t.customer_id, (t.created_at AT TIME ZONE zone.name)::date, t.created_at
    FROM employee_phones p CROSS JOIN zone
    JOIN customers c ON c.merchant_id = $1 AND c.phone = p.phone
    JOIN transactions t ON t.merchant_id = $1 AND t.customer_id = c.id AND t.employee_id = p.employee_id
      AND t.created_at > p.created_at - interval '90 days' AND t.reversed_amount_cents < t.amount_cents
    WHERE p.merchant_id = $1 AND p.created_at >= $2 AND p.created_at < $3
  ) m
  GROUP BY employee_id, customer_id, day`;
