-- Grants of operations.inactivity_progress. Only the job apply-retention uses it.
REVOKE ALL ON operations.inactivity_progress FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON operations.inactivity_progress TO cashback_app, cashback_worker;
