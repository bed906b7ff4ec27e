CREATE INDEX CONCURRENTLY deliveries_payload_idx ON deliveries (finished_at)
  WHERE body IS NOT NULL OR last_error IS NOT NULL;
