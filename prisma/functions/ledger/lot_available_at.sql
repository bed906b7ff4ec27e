-- Called by confirm_cashback and api/src/customers/customer-ledger.sql.ts: when a credit of p_now can be
-- spent: at once, or at the start of the merchant's day p_maturing_days later.
-- In the database because confirm_cashback needs it.
CREATE OR REPLACE FUNCTION lot_available_at(p_now timestamptz, p_maturing_days integer, p_time_zone text)
  RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT CASE
    WHEN p_maturing_days = 0 THEN p_now
    ELSE ((p_now AT TIME ZONE p_time_zone)::date + p_maturing_days)::timestamp AT TIME ZONE p_time_zone
  END
$$;

REVOKE ALL ON FUNCTION lot_available_at(timestamptz, integer, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION lot_available_at(timestamptz, integer, text)
  TO cashback_app, cashback_worker, cashback_confirmer;
