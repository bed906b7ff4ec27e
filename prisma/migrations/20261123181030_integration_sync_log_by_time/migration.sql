CREATE INDEX CONCURRENTLY integration_sync_log_by_time_idx ON integration_sync_log (created_at);
