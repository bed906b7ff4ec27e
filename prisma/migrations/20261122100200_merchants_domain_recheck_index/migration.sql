-- Alone in its migration: CONCURRENTLY takes no lock that the counter would wait for, but may be in no transaction.
CREATE INDEX CONCURRENTLY merchants_domain_recheck_idx ON merchants (coalesce(custom_domain_checked_at, '-infinity'))
  WHERE custom_domain_status = 'verified';
