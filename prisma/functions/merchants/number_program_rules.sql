-- Trigger of merchants: a change of the program's rules takes the next version's number.
-- A trigger, so that no path that changes a rule can forget it.
CREATE OR REPLACE FUNCTION number_program_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.rules_version := OLD.rules_version + 1;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION number_program_rules() FROM PUBLIC;

CREATE OR REPLACE TRIGGER number_program_rules BEFORE UPDATE OF program_name, rate_basis_points,
  earning_min_purchase_cents, cashback_available_immediately, cashback_maturing_days, cashback_expires,
  cashback_expiration_days, redemption_max_share_basis_points, redemption_min_purchase_cents,
  redemption_min_balance_cents, redemption_proof, redemption_proof_above_cents, inactivity_months ON merchants
  FOR EACH ROW
  WHEN ((OLD.program_name, OLD.rate_basis_points, OLD.earning_min_purchase_cents,
      OLD.cashback_available_immediately, OLD.cashback_maturing_days, OLD.cashback_expires,
      OLD.cashback_expiration_days, OLD.redemption_max_share_basis_points,
      OLD.redemption_min_purchase_cents, OLD.redemption_min_balance_cents, OLD.redemption_proof,
      OLD.redemption_proof_above_cents, OLD.inactivity_months)
    IS DISTINCT FROM (NEW.program_name, NEW.rate_basis_points, NEW.earning_min_purchase_cents,
      NEW.cashback_available_immediately, NEW.cashback_maturing_days, NEW.cashback_expires,
      NEW.cashback_expiration_days, NEW.redemption_max_share_basis_points,
      NEW.redemption_min_purchase_cents, NEW.redemption_min_balance_cents, NEW.redemption_proof,
      NEW.redemption_proof_above_cents, NEW.inactivity_months))
  EXECUTE FUNCTION number_program_rules();
