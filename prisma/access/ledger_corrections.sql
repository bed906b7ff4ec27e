-- Grants of operations.ledger_corrections. Corrections are only added.
REVOKE ALL ON operations.ledger_corrections
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON operations.ledger_corrections TO cashback_app;
GRANT SELECT, INSERT ON operations.ledger_corrections TO cashback_worker;
GRANT SELECT ON operations.ledger_corrections TO cashback_confirmer;
