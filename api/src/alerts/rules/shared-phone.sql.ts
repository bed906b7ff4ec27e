/**
 * A phone that two employees have or had: either could credit the other's without being refused. It is kept
 * with its ninth digit and without, and one of them is enough.
 */
export const SHARED_PHONE = `SELECT 'shared_phone', employee_id, customer_id, day, '{}'::jsonb, '{}'::uuid[]
  FROM (
    SELECT DISTINCT ON (p.employee_id, left(p.phone, 2), right(p.phone, 8)) p.employee_id, c.id AS customer_id,
      (p.created_at AT TIME ZONE zone.name)::date AS day
    FROM employee_phones p CROSS JOIN zone
    LEFT JOIN customers c ON c.merchant_id = $1 AND c.phone = p.phone
    WHERE p.merchant_id = $1 AND p.created_at >= $2 AND p.created_at < $3
      AND EXISTS (SELECT FROM employee_phones o WHERE o.merchant_id = $1 AND o.phone = p.phone
                  AND o.employee_id <> p.employee_id AND o.created_at <= p.created_at)
    ORDER BY p.employee_id, left(p.phone, 2), right(p.phone, 8), c.id
  ) shared`;
