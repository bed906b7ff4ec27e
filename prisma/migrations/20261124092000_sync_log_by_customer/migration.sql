CREATE INDEX CONCURRENTLY integration_sync_log_by_customer_idx
  ON integration_sync_log (merchant_id, customer_id, created_at);
