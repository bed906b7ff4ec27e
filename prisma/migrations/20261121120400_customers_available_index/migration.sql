-- The customers' list by 'Saldo disponível'.
CREATE INDEX CONCURRENTLY customers_available_idx ON customers (merchant_id, available_cents, id);
