-- Policies and grants of counter_tablets. The worker has no part in them.
ALTER TABLE counter_tablets ENABLE ROW LEVEL SECURITY;
ALTER TABLE counter_tablets FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON counter_tablets;
CREATE POLICY tenant ON counter_tablets
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON counter_tablets;
CREATE POLICY lookup ON counter_tablets FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON counter_tablets FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON counter_tablets TO cashback_app;
GRANT UPDATE (last_seen_at, revoked_at) ON counter_tablets TO cashback_app;
GRANT SELECT (merchant_id, id, name, token_hash, revoked_at) ON counter_tablets TO cashback_lookup;
