-- Replaced by customers_created_at_id_idx, which begins with the same columns.
DROP INDEX CONCURRENTLY customers_created_at_idx;
