import { MOVEMENTS } from './watched.sql.ts';

/** One customer was credited far more in a day than 99 of 100 are here. New merchants as in EMPLOYEE_HIGH. */
export const CUSTOMER_HIGH = `SELECT 'customer_high', NULL::uuid, customer_id, day,
    jsonb_build_object('cents', sum(cents), 'count', count(*), 'usualCents', round(u."customerDayCents")),
    ${MOVEMENTS}
  FROM bought CROSS JOIN threshold t CROSS JOIN usual u
  GROUP BY customer_id, day, u."customerDayCents", t."customerTimes", t."customerFloorCents"
  HAVING sum(cents) > CASE WHEN u."customerDayCents" IS NULL THEN 10 * t."customerFloorCents"
    ELSE greatest(t."customerFloorCents", t."customerTimes" * u."customerDayCents") END`;
