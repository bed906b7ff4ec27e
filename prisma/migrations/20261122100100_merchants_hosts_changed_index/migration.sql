-- Alone in its migration: CONCURRENTLY takes no lock that the counter would wait for, but may be in no transaction.
CREATE INDEX CONCURRENTLY merchants_hosts_changed_idx ON merchants (hosts_changed_at, id);
