/** Less than this of a credit that has just been made is a customer who uses up the whole balance. */
const LEAST_CENTS = 1_000;

/** Credit that the same employee gave and redeemed within the hour. A lot has the id of its purchase. */
export const QUICK_REDEMPTION = `SELECT 'quick_redemption', r.employee_id, r.customer_id, r.day,
    jsonb_build_object('cents', -sum(e.amount_cents),
      'minutes', floor(max(extract(epoch FROM r.completed_at - b.qr_scanned_at)) / 60)),
    (array_agg(DISTINCT r.id) || array_agg(DISTINCT b.id))[1:100]
  FROM redeemed r CROSS JOIN threshold t
  JOIN ledger_entries e ON e.merchant_id = $1 AND e.source_id = r.id AND e.kind = 'redemption'
  JOIN transactions b ON b.merchant_id = $1 AND b.id = e.lot_id AND b.employee_id = r.employee_id
    AND b.qr_scanned_at > r.completed_at - make_interval(mins => t."redeemedMinutes")
  GROUP BY r.employee_id, r.customer_id, r.day
  HAVING -sum(e.amount_cents) >= ${LEAST_CENTS}`;
