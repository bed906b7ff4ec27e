-- Policies and grants of alert_progress. Only the job watch-movements writes it; the screen reads it.
ALTER TABLE alert_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_progress FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON alert_progress;
CREATE POLICY tenant ON alert_progress
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON alert_progress;
CREATE POLICY lookup ON alert_progress FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON alert_progress FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON alert_progress TO cashback_app, cashback_worker;
GRANT SELECT (merchant_id, watched_until, entry_id, mailed_day) ON alert_progress TO cashback_lookup;
