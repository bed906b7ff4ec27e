-- Policies and grants of customer_search. Written by a trigger with the rights of the statement
-- that changes a customer.
ALTER TABLE customer_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_search FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_search;
CREATE POLICY tenant ON customer_search
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON customer_search;
CREATE POLICY lookup ON customer_search FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON customer_search;
CREATE POLICY confirmer ON customer_search TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON customer_search
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_app;
GRANT SELECT (merchant_id, customer_id, search_text) ON customer_search TO cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_confirmer;
