-- Policies and grants of merchants. The API may not delete a merchant. The worker writes what the
-- check of a domain found.
ALTER TABLE merchants ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchants FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON merchants;
CREATE POLICY tenant ON merchants
  USING (id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON merchants;
CREATE POLICY lookup ON merchants FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON merchants;
CREATE POLICY confirmer ON merchants TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON merchants;
CREATE POLICY retention ON merchants FOR SELECT TO cashback_retention USING (true);

REVOKE ALL ON merchants
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON merchants TO cashback_app;
GRANT SELECT ON merchants TO cashback_worker;
GRANT UPDATE (
  custom_domain_status, custom_domain_checked_at, custom_domain_finding, custom_domain_missing_since,
  custom_domain_warned_at
) ON merchants TO cashback_worker;
GRANT SELECT (
  id, name, rate_basis_points, program_name, time_zone, custom_domain, custom_domain_status,
  custom_domain_checked_at, signup_link_slug, logo_url, brand_color, is_active, hosts_changed_at,
  mask_contacts, hide_reports, statement_protected
) ON merchants TO cashback_lookup;
GRANT SELECT (
  id, name, rate_basis_points, time_zone, custom_domain, custom_domain_status, signup_link_slug, logo_url,
  brand_color, gtm_id, meta_pixel_id, cashback_available_immediately, cashback_maturing_days,
  cashback_expires, cashback_expiration_days, redemption_max_share_basis_points,
  redemption_min_purchase_cents, redemption_min_balance_cents, rules_version, statement_protected,
  redemption_proof, redemption_proof_above_cents, approve_purchases_above_cents,
  approve_redemptions_above_cents, ask_purchases_above_cents, earning_min_purchase_cents
) ON merchants TO cashback_confirmer;
GRANT SELECT (id) ON merchants TO cashback_retention;
