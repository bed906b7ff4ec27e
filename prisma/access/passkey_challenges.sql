-- Grants of operations.passkey_challenges. The worker has no part in logins.
REVOKE ALL ON operations.passkey_challenges FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON operations.passkey_challenges TO cashback_app;
