-- Grants of operations.clock_corrections.
REVOKE ALL ON operations.clock_corrections
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON operations.clock_corrections TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.clock_corrections TO cashback_worker;
GRANT SELECT ON operations.clock_corrections TO cashback_confirmer;
