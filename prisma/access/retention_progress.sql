-- Grants of operations.retention_progress. Only delete_outlived uses it.
REVOKE ALL ON operations.retention_progress
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON operations.retention_progress TO cashback_retention;
