CREATE INDEX CONCURRENTLY deliveries_deferred_idx
  ON deliveries (merchant_id, coalesce(integration_config_id, webhook_endpoint_id), next_attempt_at)
  WHERE state = 'waiting' AND deferrals > 0;
