-- A migration of its own: validating reads the whole log, and the lock that added the constraint is gone by then.
ALTER TABLE integration_sync_log VALIDATE CONSTRAINT integration_sync_log_action_known;
