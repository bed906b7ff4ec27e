-- Policies and grants of tag_deliveries. An event sent to a tag cannot be taken back.
ALTER TABLE tag_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE tag_deliveries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON tag_deliveries;
CREATE POLICY tenant ON tag_deliveries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON tag_deliveries FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON tag_deliveries TO cashback_app;
