-- Grants of operations.alarms. Alarms are ended, never deleted.
REVOKE ALL ON operations.alarms FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON operations.alarms TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.alarms TO cashback_worker;
GRANT SELECT ON operations.alarms TO cashback_confirmer;
