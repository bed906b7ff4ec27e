-- Trigger of the tables whose rows a merge of customers moves, for cashback_app: a row moves only from the
-- source of a recorded merge to its target. A trigger, because a grant limits columns and not their values.
CREATE OR REPLACE FUNCTION refuse_move() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM customer_merges m WHERE m.merchant_id = OLD.merchant_id
      AND m.source_customer_id = OLD.customer_id AND m.target_customer_id = NEW.customer_id
  ) THEN
    RAISE EXCEPTION 'no merge moves this row of %', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_move() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_move BEFORE UPDATE OF customer_id ON cashback_lots FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND NEW.customer_id <> OLD.customer_id)
  EXECUTE FUNCTION refuse_move();
CREATE OR REPLACE TRIGGER refuse_move BEFORE UPDATE OF customer_id ON transactions FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND NEW.customer_id <> OLD.customer_id)
  EXECUTE FUNCTION refuse_move();
CREATE OR REPLACE TRIGGER refuse_move BEFORE UPDATE OF customer_id ON redemptions FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND NEW.customer_id <> OLD.customer_id)
  EXECUTE FUNCTION refuse_move();
CREATE OR REPLACE TRIGGER refuse_move BEFORE UPDATE OF customer_id ON purchase_reversals FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND NEW.customer_id <> OLD.customer_id)
  EXECUTE FUNCTION refuse_move();
CREATE OR REPLACE TRIGGER refuse_move BEFORE UPDATE OF customer_id ON redemption_reversals FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND NEW.customer_id <> OLD.customer_id)
  EXECUTE FUNCTION refuse_move();
CREATE OR REPLACE TRIGGER refuse_move BEFORE UPDATE OF customer_id ON adjustments FOR EACH ROW
  WHEN (current_user = 'cashback_app' AND NEW.customer_id <> OLD.customer_id)
  EXECUTE FUNCTION refuse_move();
