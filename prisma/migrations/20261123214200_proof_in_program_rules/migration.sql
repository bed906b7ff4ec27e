-- The proof that a redemption needs, and the months after which a credit without movement is given up, are
-- rules of the program: a change makes a version.
-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- The triggers come first: their lock on merchants has saves of rules wait, which then lock program_rules.
-- prisma/functions/merchants/keep_program_rules.sql
-- Triggers of merchants: writes the program's rules down under their version, which number_program_rules has
-- counted. app.employee_id, where it is set, names who changed them.
-- Triggers, so that no merchant is without its first version, and no number without its rules.
CREATE OR REPLACE FUNCTION keep_program_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.program_rules (merchant_id, version, holds_from, program_name, rate_basis_points,
    cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days,
    redemption_max_share_basis_points, redemption_min_purchase_cents, redemption_min_balance_cents,
    redemption_proof, redemption_proof_above_cents, inactivity_months, employee_id)
  VALUES (NEW.id, NEW.rules_version, public.money_now(), NEW.program_name, NEW.rate_basis_points,
    NEW.cashback_available_immediately, NEW.cashback_maturing_days, NEW.cashback_expires,
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

-- prisma/functions/merchants/number_program_rules.sql
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
  cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days,
  redemption_max_share_basis_points, redemption_min_purchase_cents, redemption_min_balance_cents,
  redemption_proof, redemption_proof_above_cents, inactivity_months ON merchants
  FOR EACH ROW
  WHEN ((OLD.program_name, OLD.rate_basis_points, OLD.cashback_available_immediately,
      OLD.cashback_maturing_days, OLD.cashback_expires, OLD.cashback_expiration_days,
      OLD.redemption_max_share_basis_points, OLD.redemption_min_purchase_cents,
      OLD.redemption_min_balance_cents, OLD.redemption_proof, OLD.redemption_proof_above_cents,
      OLD.inactivity_months)
    IS DISTINCT FROM (NEW.program_name, NEW.rate_basis_points, NEW.cashback_available_immediately,
      NEW.cashback_maturing_days, NEW.cashback_expires, NEW.cashback_expiration_days,
      NEW.redemption_max_share_basis_points, NEW.redemption_min_purchase_cents,
      NEW.redemption_min_balance_cents, NEW.redemption_proof, NEW.redemption_proof_above_cents,
      NEW.inactivity_months))
  EXECUTE FUNCTION number_program_rules();

-- No release yet lets a merchant ask for a proof or choose other months: the defaults hold for every version.
ALTER TABLE program_rules
  ADD COLUMN IF NOT EXISTS redemption_proof text NOT NULL DEFAULT 'never',
  ADD COLUMN IF NOT EXISTS redemption_proof_above_cents bigint,
  ADD COLUMN IF NOT EXISTS inactivity_months integer NOT NULL DEFAULT 60;
