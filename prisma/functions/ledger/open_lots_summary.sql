-- Called by settle_customer and the SQL that reads a balance (customers, integrations, ledger, redemptions):
-- the sum of a customer's open lots at p_now, and when time alone next changes it.
-- In the database because settle_customer needs it.
CREATE OR REPLACE FUNCTION open_lots_summary(p_merchant_id uuid, p_customer_id uuid, p_now timestamptz,
  OUT available_cents bigint, OUT balance_cents bigint, OUT changes_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT coalesce(sum(remaining_cents) FILTER (WHERE available_at <= p_now), 0)::bigint,
         coalesce(sum(remaining_cents), 0)::bigint,
         min(least(CASE WHEN available_at > p_now THEN available_at END, expires_at))
  FROM cashback_lots
  WHERE merchant_id = p_merchant_id
    AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = p_customer_id
    AND (expires_at IS NULL OR expires_at > p_now)
$$;

REVOKE ALL ON FUNCTION open_lots_summary(uuid, uuid, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION open_lots_summary(uuid, uuid, timestamptz)
  TO cashback_app, cashback_worker, cashback_confirmer;
