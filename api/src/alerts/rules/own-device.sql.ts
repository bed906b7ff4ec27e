import { MOVEMENTS } from './watched.sql.ts';

/** So many matches of one employee and customer in a day alert, however many are usual. */
const OF_ONE_PAIR = 3;

/**
 * Purchases confirmed in the counter's network by a browser like one in which an employee signs in. Two
 * phones of one model look the same here, so only more than twice the usual matches of a day alert, or
 * several matches of one pair.
 */
export const OWN_DEVICE = `SELECT 'own_device', employee_id, customer_id, confirmed_day,
    jsonb_build_object('count', count(*)), ${MOVEMENTS}
  FROM (
    SELECT b.*, count(*) OVER (PARTITION BY confirmed_day) AS in_day FROM bought b
    WHERE is_counter_network AND device_hash IN (SELECT device_hash FROM employee_devices WHERE merchant_id = $1)
  ) b CROSS JOIN usual u
  GROUP BY employee_id, customer_id, confirmed_day, in_day, u."ownDeviceADay"
  HAVING in_day > 2 * coalesce(u."ownDeviceADay", 0) OR count(*) >= ${OF_ONE_PAIR}`;
