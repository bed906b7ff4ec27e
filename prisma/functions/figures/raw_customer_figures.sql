-- Called by api/src/figures/raw-figures.sql.ts: customer_figures as computed from the merchant's rows alone:
-- first and last day, number and sum of each customer's purchases. Rebuilding stores it, verifying compares
-- with it.
-- In the database so that rebuilding and verifying share one definition of customer_figures.
CREATE OR REPLACE FUNCTION raw_customer_figures(p_merchant_id uuid) RETURNS SETOF customer_figures
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, v.customer_id, min(v.day), max(v.day), sum(v.sales)::integer, sum(v.cents)::bigint
  FROM raw_visits(p_merchant_id) v GROUP BY 2
$$;

REVOKE ALL ON FUNCTION raw_customer_figures(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION raw_customer_figures(uuid) TO cashback_app, cashback_worker;
