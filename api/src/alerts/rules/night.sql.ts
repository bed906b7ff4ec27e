/** Movements of one employee in hours in which the merchant has almost no business. */
export const NIGHT = `SELECT 'night', employee_id, NULL::uuid, day,
    jsonb_build_object('count', count(*), 'hour', min(hour)), (array_agg(id ORDER BY created_at DESC, id))[1:100]
  FROM (SELECT id, employee_id, day, hour, created_at FROM bought
        UNION ALL SELECT id, employee_id, day, hour, created_at FROM redeemed) m
  CROSS JOIN threshold t CROSS JOIN usual u
  WHERE u."quietHours" @> to_jsonb(hour)
  GROUP BY employee_id, day, t."nightMovements"
  HAVING count(*) >= t."nightMovements"`;
