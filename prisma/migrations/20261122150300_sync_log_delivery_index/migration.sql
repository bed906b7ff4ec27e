-- Alone in its migration: CONCURRENTLY takes no lock that a worker would wait for, but may be in no transaction.
CREATE UNIQUE INDEX CONCURRENTLY integration_sync_log_delivery_key ON integration_sync_log (merchant_id, delivery_id);
