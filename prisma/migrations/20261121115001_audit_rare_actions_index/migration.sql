-- What is done seldom is found without reading past a million sales, and a sale never writes to this index.
CREATE INDEX CONCURRENTLY audit_log_rare_actions_idx ON audit_log (merchant_id, created_at)
  WHERE action NOT IN ('cashback.issue', 'redemption.create');
