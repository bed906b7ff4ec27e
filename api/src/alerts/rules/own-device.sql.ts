import { MOVEMENTS } from './watched.sql.ts';

/** Matches of one pair in a day that alert whatever is usual. */
const OF_ONE_PAIR = 3;

/**
 * Confirmed in the network of the counter by a browser like one in which an employee signs in. Two phones of
 * one model are one browser here, so a merchant where that happens by itself alerts above twice as often, or
 * where one pair has several in a day.
 */
export const OWN_DEVICE = `SELECT 'own_device', employee_id, customer_id, confirmed_day,
    jsonb_build_object('count', count(*)), ${MOVEMENTS}
  FROM (
    SELECT b.*, count(*) OVER (PARTITION BY confirmed_day) AS in_day FROM bought b
    WHERE is_counter_network AND device_hash IN (SELECT device_hash FROM employee_devices WHERE merchant_id = $1)
  ) b CROSS JOIN usual u
  GROUP BY employee_id, customer_id, confirmed_day, in_day, u."ownDeviceADay"
  HAVING in_day > 2 * coalesce(u."ownDeviceADay", 0) OR count(*) >= ${OF_ONE_PAIR}`;
