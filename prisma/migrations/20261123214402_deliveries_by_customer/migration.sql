CREATE INDEX CONCURRENTLY deliveries_by_customer_idx ON deliveries (merchant_id, customer_id, created_at);
