import { MOVEMENTS } from './watched.sql.ts';

/**
 * One employee credited far more in a day than a full day of one employee has here. Without a history only
 * ten times the least alerts, so that a new merchant has no alert on its first days.
 */
export const EMPLOYEE_HIGH = `SELECT 'employee_high' AS rule, employee_id, NULL::uuid AS customer_id, day,
    jsonb_build_object('cents', sum(cents), 'count', count(*), 'usualCents', round(u."employeeDayCents")) AS numbers,
    ${MOVEMENTS} AS movement_ids
  FROM bought CROSS JOIN threshold t CROSS JOIN usual u
  GROUP BY employee_id, day, u."employeeDayCents", t."employeeTimes", t."employeeFloorCents"
  HAVING sum(cents) > CASE WHEN u."employeeDayCents" IS NULL THEN 10 * t."employeeFloorCents"
    ELSE greatest(t."employeeFloorCents", t."employeeTimes" * u."employeeDayCents") END`;
