-- Called by confirm_cashback, api/src/customers/customer-ledger.sql.ts, api/src/ledger/account.sql.ts and
-- api/src/ledger/opening-balances.sql.ts: when a lot stops counting: at the end of the merchant's day
-- p_expiration_days after it became available.
-- In the database because confirm_cashback needs it.
CREATE OR REPLACE FUNCTION lot_expires_at(p_available_at timestamptz, p_expiration_days integer,
  p_time_zone text) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT ((p_available_at AT TIME ZONE p_time_zone)::date + p_expiration_days + 1)::timestamp
    AT TIME ZONE p_time_zone
$$;

REVOKE ALL ON FUNCTION lot_expires_at(timestamptz, integer, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION lot_expires_at(timestamptz, integer, text)
  TO cashback_app, cashback_worker, cashback_confirmer;
