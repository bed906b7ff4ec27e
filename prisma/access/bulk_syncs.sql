-- Policies and grants of bulk_syncs.
ALTER TABLE bulk_syncs ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_syncs FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON bulk_syncs;
CREATE POLICY tenant ON bulk_syncs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON bulk_syncs;
CREATE POLICY lookup ON bulk_syncs FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON bulk_syncs FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON bulk_syncs TO cashback_app;
GRANT SELECT, UPDATE ON bulk_syncs TO cashback_worker;
GRANT SELECT (merchant_id, id, state) ON bulk_syncs TO cashback_lookup;
