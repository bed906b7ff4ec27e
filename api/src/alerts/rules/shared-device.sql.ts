/**
 * One browser confirmed for many customers: exactly by its cookie, when another customer is new to it, and
 * roughly by its traits and network, which phones of one model share. The customer is the first of them.
 */
export const SHARED_DEVICE = `SELECT 'shared_device', NULL::uuid, first_customer, confirmed_day,
    jsonb_build_object('count', max(customers)), (array_agg(DISTINCT id))[1:100]
  FROM (
    SELECT b.id, b.confirmed_day, g.customers, g.first_customer
    FROM bought b
    JOIN customer_devices d ON d.merchant_id = $1 AND d.customer_id = b.customer_id
    CROSS JOIN threshold t
    CROSS JOIN LATERAL (
      SELECT count(*) AS customers, max(o.created_at) AS grew_at,
        (array_agg(o.customer_id ORDER BY o.created_at, o.customer_id))[1] AS first_customer
      FROM customer_devices o WHERE o.merchant_id = $1 AND o.id = d.id
    ) g
    WHERE b.confirmed_at IS NOT NULL AND g.customers > t."deviceCustomers" AND g.grew_at >= $2
    UNION ALL
    SELECT b.id, b.confirmed_day, g.customers, g.first_customer
    FROM bought b
    JOIN (
      SELECT device_hash, network, confirmed_day, count(DISTINCT customer_id) AS customers,
        (array_agg(customer_id ORDER BY created_at, customer_id))[1] AS first_customer
      FROM bought WHERE device_hash IS NOT NULL GROUP BY device_hash, network, confirmed_day
    ) g USING (device_hash, network, confirmed_day)
    CROSS JOIN threshold t CROSS JOIN usual u
    WHERE g.customers > greatest(3 * t."deviceCustomers", 2 * u."deviceCustomersADay")
  ) seen
  GROUP BY first_customer, confirmed_day`;
