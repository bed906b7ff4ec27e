-- Alone in its migration: CONCURRENTLY takes no lock that the counter would wait for, but may be in no transaction.
CREATE INDEX CONCURRENTLY audit_log_entity_idx ON audit_log (merchant_id, entity_id);
