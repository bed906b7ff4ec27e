-- Takes from cashback_app what only the worker and the look-ups use since they have roles of their own. Run
-- it as the owner once every process has DATABASE_WORKER_URL and DATABASE_LOOKUP_URL: docs/decisions/0041.
-- `npm run ops -- db:migrate` gives back what it grants on the job queue, and what a migration copies from
-- prisma/access or prisma/functions. Run this again after it.
REVOKE EXECUTE ON FUNCTION lookup.merchant_ids, lookup.merchants_with_due_customers, lookup.merchants_with_due_domains,
  lookup.due_inactivity_notices, lookup.merchants_with_due_rollups, lookup.merchants_to_watch,
  lookup.merchants_with_new_alerts, lookup.overdue_deliveries, lookup.running_bulk_syncs, lookup.old_provider_requests,
  lookup.merchant_by_slug, lookup.merchant_by_domain, lookup.domain_holder, lookup.host_names, lookup.login_by_email,
  lookup.staff_sessions, lookup.sessions_by_ids, lookup.session_by_id, lookup.masks_contacts, lookup.hides_reports,
  lookup.email_link_by_token, lookup.expired_email_links,
  lookup.old_confirmation_traces, lookup.api_key_by_hash, lookup.password_link_by_token, lookup.merchants_by_phone,
  lookup.tablet_by_token, lookup.trial_by_token, lookup.security_notice_by_token, lookup.half_open_login_by_token,
  lookup.passkey_by_credential FROM cashback_app;
-- The watch writes alerts; requests close them.
REVOKE INSERT ON alerts FROM cashback_app;
REVOKE INSERT, UPDATE ON alert_progress FROM cashback_app;
-- issue_cashback and create_redemption insert them.
REVOKE INSERT ON transactions, redemptions FROM cashback_app;
-- Jobs delete what is outlived and sweep for the erased.
REVOKE EXECUTE ON FUNCTION delete_outlived, sweep_traces FROM cashback_app;
-- record_confirmation_traces writes them as the role that owns it.
REVOKE INSERT ON confirmation_traces FROM cashback_app;
REVOKE INSERT ON operations.ledger_verifications FROM cashback_app;
REVOKE ALL ON operations.job_schedules, operations.inactivity_progress FROM cashback_app;
-- Requests read alarms and holds; jobs and the platform's commands write them.
REVOKE INSERT, UPDATE ON operations.alarms, operations.expiry_progress, operations.clock_corrections,
  operations.ledger_corrections FROM cashback_app;
-- Enqueueing takes SELECT, INSERT and UPDATE of jobs; working them off takes the rest.
REVOKE DELETE ON ALL TABLES IN SCHEMA graphile_worker FROM cashback_app;
REVOKE EXECUTE ON FUNCTION graphile_worker.complete_jobs, graphile_worker.permanently_fail_jobs, graphile_worker.reschedule_jobs,
  graphile_worker.remove_job, graphile_worker.force_unlock_workers FROM cashback_app;
