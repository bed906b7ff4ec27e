-- Triggers of merchants: writes the program's rules down under their version, which number_program_rules has
-- counted. app.employee_id, where it is set, names who changed them.
-- Triggers, so that no merchant is without its first version, and no number without its rules.
CREATE OR REPLACE FUNCTION keep_program_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.program_rules (merchant_id, version, holds_from, program_name, rate_basis_points,
    earning_min_purchase_cents, cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days,
    redemption_max_share_basis_points, redemption_min_purchase_cents, redemption_min_balance_cents,
    redemption_proof, redemption_proof_above_cents, inactivity_months, employee_id)
  VALUES (NEW.id, NEW.rules_version, public.money_now(), NEW.program_name, NEW.rate_basis_points,
    NEW.earning_min_purchase_cents, NEW.cashback_available_immediately, NEW.cashback_maturing_days, NEW.cashback_expires,
    NEW.cashback_expiration_days, NEW.redemption_max_share_basis_points, NEW.redemption_min_purchase_cents,
    NEW.redemption_min_balance_cents, NEW.redemption_proof, NEW.redemption_proof_above_cents,
    NEW.inactivity_months, nullif(current_setting('app.employee_id', true), '')::uuid);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_program_rules() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_first_program_rules AFTER INSERT ON merchants
  FOR EACH ROW EXECUTE FUNCTION keep_program_rules();
CREATE OR REPLACE TRIGGER keep_program_rules AFTER UPDATE ON merchants
  FOR EACH ROW WHEN (OLD.rules_version IS DISTINCT FROM NEW.rules_version)
  EXECUTE FUNCTION keep_program_rules();
