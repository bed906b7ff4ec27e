export const DATED_AHEAD = "nothing is dated later than the database's now";

const OUT_OF_ORDER = 'entries of a customer follow each other in time';

/** Rules that a clock breaks, and no missing centavo: they hold no redemptions. */
export const CLOCK_RULES: readonly string[] = [DATED_AHEAD, OUT_OF_ORDER];

/** An older release's process may be so far ahead and still take part. */
const TOLERANCE = "interval '2 seconds'";

/**
 * Rules for moments. The rows that a wrong clock has left are known once its expiries were undone: dated
 * after that moment and up to the newest found then. The ledger keeps them as they are.
 */
export const DATE_RULES = `
  SELECT '${DATED_AHEAD.replaceAll("'", "''")}', dated.customer_id, dated.id, money_now()::text, dated.at::text
  FROM (
    SELECT customer_id, lot_id AS id, created_at AS at FROM entry
    UNION ALL SELECT customer_id, id, created_at FROM lot
    UNION ALL SELECT id, NULL, balance_as_of FROM customer
    UNION ALL SELECT customer_id, id, greatest(created_at, qr_scanned_at) FROM purchase
    UNION ALL SELECT customer_id, id, greatest(created_at, completed_at) FROM redemption
  ) dated
  WHERE dated.at > money_now() + ${TOLERANCE}
    AND NOT EXISTS (SELECT FROM clock_correction k WHERE dated.at > k.corrected_at AND dated.at <= k.dated_until)
  UNION ALL
  SELECT '${OUT_OF_ORDER}', customer_id, lot_id, previous_at::text, created_at::text
  FROM (SELECT *, lag(created_at) OVER (PARTITION BY customer_id ORDER BY id) AS previous_at FROM entry) chain
  WHERE created_at < previous_at
    AND NOT EXISTS (SELECT FROM clock_correction k WHERE created_at >= k.corrected_at
      AND previous_at > k.corrected_at AND previous_at <= k.dated_until)`;
