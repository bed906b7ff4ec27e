-- Alone in its migration: CONCURRENTLY takes no lock that the counter would wait for, but may be in no transaction.
CREATE INDEX CONCURRENTLY customers_due_idx ON customers (merchant_id, balance_changes_at);
