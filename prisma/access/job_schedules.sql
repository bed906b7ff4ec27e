-- Grants of operations.job_schedules.
REVOKE ALL ON operations.job_schedules FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON operations.job_schedules TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.job_schedules TO cashback_worker;
