CREATE INDEX CONCURRENTLY integration_sync_log_unconfirmed_idx ON integration_sync_log (merchant_id, created_at)
  WHERE status = 'error' AND action IN ('consent', 'erase') AND retried_at IS NULL;
