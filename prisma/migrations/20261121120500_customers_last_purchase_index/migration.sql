-- The customers' list by 'Última compra', those who never bought last: as one range, whatever the page. Not coalesce, which
-- PostgreSQL takes for something that might leak: under row-level security no condition on it reaches an index.
CREATE INDEX CONCURRENTLY customers_last_purchase_idx ON customers (merchant_id, (greatest(last_purchase_at, '-infinity')), id);
