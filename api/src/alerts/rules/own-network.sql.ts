import { MOVEMENTS } from './watched.sql.ts';

/** Confirmations in one network that alert, if they are a quarter of the employee's or more. */
const LEAST = 5;
/** Standard deviations above the usual share, for merchants whose customers use the same network. */
const DEVIATIONS = 3.5;

/** Many codes of one employee confirmed in the network of the counter, by far more than is usual there. */
export const OWN_NETWORK = `SELECT 'own_network', employee_id, NULL::uuid, confirmed_day,
    jsonb_build_object('count', count(*), 'usualShare', usual_share), ${MOVEMENTS}
  FROM (
    SELECT b.*, count(*) OVER (PARTITION BY employee_id, confirmed_day) AS confirmed, u."networkShare" AS usual_share
    FROM bought b CROSS JOIN usual u WHERE network IS NOT NULL
  ) b
  WHERE is_counter_network
  GROUP BY employee_id, confirmed_day, confirmed, usual_share
  HAVING count(*) >= ${LEAST} AND 4 * count(*) >= confirmed AND count(*) > confirmed * usual_share / 10000.0
    + ${DEVIATIONS} * sqrt(confirmed * usual_share * (10000 - usual_share)) / 10000`;
