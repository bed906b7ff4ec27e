-- Grants of operations.ledger_verifications. Runs are only added.
REVOKE ALL ON operations.ledger_verifications FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON operations.ledger_verifications TO cashback_app;
GRANT SELECT, INSERT ON operations.ledger_verifications TO cashback_worker;
