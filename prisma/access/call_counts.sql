-- Grants of operations.call_counts.
REVOKE ALL ON operations.call_counts FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON operations.call_counts TO cashback_app;
GRANT SELECT, DELETE ON operations.call_counts TO cashback_worker;
