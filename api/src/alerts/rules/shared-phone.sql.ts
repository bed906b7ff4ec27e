/** A phone that two employees have or had: either could credit the other's without being refused. */
export const SHARED_PHONE = `SELECT 'shared_phone', p.employee_id, c.id, (p.created_at AT TIME ZONE zone.name)::date,
    '{}'::jsonb, '{}'::uuid[]
  FROM employee_phones p CROSS JOIN zone
  LEFT JOIN customers c ON c.merchant_id = $1 AND c.phone = p.phone
  WHERE p.merchant_id = $1 AND p.created_at >= $2 AND p.created_at < $3
    AND EXISTS (SELECT FROM employee_phones o WHERE o.merchant_id = $1 AND o.phone = p.phone
                AND o.employee_id <> p.employee_id AND o.created_at <= p.created_at)`;
