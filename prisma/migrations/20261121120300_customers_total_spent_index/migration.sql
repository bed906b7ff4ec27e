-- The customers' list by 'Total gasto': from here on three indexes, one for each order that a sale or a scan changes.
CREATE INDEX CONCURRENTLY customers_total_spent_idx ON customers (merchant_id, total_spent_cents, id);
