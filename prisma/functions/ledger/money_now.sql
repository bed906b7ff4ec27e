-- Called by api/src/tenant.ts, the SQL of sessions, links, jobs and the ledger, and the functions of this
-- folder: the "now" of everything that moves money or limits a right in time.
-- In the database because processes' clocks differ and the database's is one. app.now replaces it for members
-- of cashback_test_clock and is ignored for any other login.
CREATE OR REPLACE FUNCTION money_now() RETURNS timestamptz
LANGUAGE sql VOLATILE
AS $$
  SELECT CASE
    WHEN coalesce(current_setting('app.now', true), '') <> ''
      AND pg_has_role(session_user, 'cashback_test_clock', 'MEMBER')
    THEN current_setting('app.now')::timestamptz
    ELSE clock_timestamp()
  END
$$;

REVOKE ALL ON FUNCTION money_now()
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer,
    cashback_retention;
GRANT EXECUTE ON FUNCTION money_now()
  TO cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer, cashback_retention;
