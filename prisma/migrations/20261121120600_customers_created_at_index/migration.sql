-- The customers' list by 'Data cadastro'. An imported list has thousands of customers of one moment, so the id is part of it.
CREATE INDEX CONCURRENTLY customers_created_at_id_idx ON customers (merchant_id, created_at, id);
