-- Trigger of the columns that only go forward, for cashback_app: what was reversed, undone, canceled or
-- recovered stays so, and a code's end only comes nearer. The conditions are the triggers'.
-- A trigger, because a grant does not tell forward from back.
CREATE OR REPLACE FUNCTION refuse_step_back() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'this change of % takes something back', TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$$;

REVOKE ALL ON FUNCTION refuse_step_back() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_step_back BEFORE UPDATE OF reversed_amount_cents, reversed_cashback_cents
  ON transactions FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND (NEW.reversed_amount_cents < OLD.reversed_amount_cents
    OR NEW.reversed_cashback_cents < OLD.reversed_cashback_cents))
  EXECUTE FUNCTION refuse_step_back();
CREATE OR REPLACE TRIGGER refuse_step_back BEFORE UPDATE OF status, canceled_at, token_expires_at
  ON redemptions FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND (OLD.status = 'reversed' AND NEW.status <> 'reversed'
    OR NEW.canceled_at IS DISTINCT FROM OLD.canceled_at AND OLD.canceled_at IS NOT NULL
    OR NEW.token_expires_at > OLD.token_expires_at))
  EXECUTE FUNCTION refuse_step_back();
CREATE OR REPLACE TRIGGER refuse_step_back BEFORE UPDATE OF recovered_cents
  ON purchase_reversals FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND NEW.recovered_cents < OLD.recovered_cents)
  EXECUTE FUNCTION refuse_step_back();
