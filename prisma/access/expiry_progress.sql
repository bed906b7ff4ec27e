-- Grants of operations.expiry_progress.
REVOKE ALL ON operations.expiry_progress FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON operations.expiry_progress TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.expiry_progress TO cashback_worker;
