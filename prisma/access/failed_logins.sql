-- Grants of operations.failed_logins. A failed login is never changed; old ones are
-- deleted.
REVOKE ALL ON operations.failed_logins FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON operations.failed_logins TO cashback_app;
GRANT SELECT, DELETE ON operations.failed_logins TO cashback_worker;
