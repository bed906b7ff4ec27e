-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/cashback_lots.sql
-- Policies and grants of cashback_lots. The worker empties lots that expire. The API takes from a lot and
-- puts back, and a merge moves it; a purchase's lot is inserted by its confirmation alone.
ALTER TABLE cashback_lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE cashback_lots FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON cashback_lots;
CREATE POLICY tenant ON cashback_lots
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON cashback_lots;
CREATE POLICY confirmer ON cashback_lots TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON cashback_lots FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT (
  merchant_id, id, customer_id, amount_cents, remaining_cents, maturing_days, expiration_days, available_at,
  expires_at, created_at, rules_version
), UPDATE (remaining_cents, customer_id) ON cashback_lots TO cashback_app;
GRANT SELECT ON cashback_lots TO cashback_worker;
GRANT UPDATE (remaining_cents) ON cashback_lots TO cashback_worker;
GRANT SELECT, INSERT ON cashback_lots TO cashback_confirmer;
GRANT UPDATE (remaining_cents) ON cashback_lots TO cashback_confirmer;

-- prisma/access/customers.sql
-- Policies and grants of customers. The worker changes what time changes, the cached balance, and corrects
-- what a verification found: the totals.
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customers;
CREATE POLICY tenant ON customers
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON customers;
CREATE POLICY lookup ON customers FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON customers;
CREATE POLICY confirmer ON customers TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON customers
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT ON customers TO cashback_app;
-- All but the keys and erased_at.
GRANT UPDATE (
  phone, name, email, email_is_proof, signup_name, merged_into_id, referred_by_merchant_id, created_at,
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at
) ON customers TO cashback_app;
GRANT SELECT ON customers TO cashback_worker;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at
) ON customers TO cashback_worker;
GRANT SELECT (merchant_id, id, phone, balance_changes_at) ON customers TO cashback_lookup;
GRANT SELECT ON customers TO cashback_confirmer;
GRANT INSERT (
  merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name
) ON customers TO cashback_confirmer;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at, name
) ON customers TO cashback_confirmer;
GRANT SELECT ON customers TO cashback_eraser;
GRANT UPDATE (phone, name, email, signup_name, erased_at) ON customers TO cashback_eraser;

-- prisma/access/ledger_entries.sql
-- Policies and grants of ledger_entries. The ledger only grows. The API gives no ids: they are the order of
-- the entries.
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON ledger_entries;
CREATE POLICY tenant ON ledger_entries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON ledger_entries;
CREATE POLICY lookup ON ledger_entries FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON ledger_entries;
CREATE POLICY confirmer ON ledger_entries TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON ledger_entries
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT (
  merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, employee_id, reason,
  created_at
) ON ledger_entries TO cashback_app;
GRANT SELECT, INSERT ON ledger_entries TO cashback_worker;
GRANT SELECT (merchant_id, id) ON ledger_entries TO cashback_lookup;
GRANT SELECT, INSERT ON ledger_entries TO cashback_confirmer;
GRANT SELECT ON ledger_entries TO cashback_eraser;
GRANT UPDATE (reason) ON ledger_entries TO cashback_eraser;

-- prisma/access/purchase_reversals.sql
-- Policies and grants of purchase_reversals. A reversal stays as it happened; a shortfall may be
-- recovered later, and a merge moves it.
ALTER TABLE purchase_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_reversals FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON purchase_reversals;
CREATE POLICY tenant ON purchase_reversals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON purchase_reversals;
CREATE POLICY confirmer ON purchase_reversals TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON purchase_reversals
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT (
  merchant_id, id, customer_id, transaction_id, employee_id, amount_cents, cashback_cents, was_credited,
  taken_cents, forgone_cents, shortfall_cents, reason, created_at
) ON purchase_reversals TO cashback_app;
GRANT UPDATE (customer_id, recovered_cents) ON purchase_reversals TO cashback_app;
GRANT SELECT ON purchase_reversals TO cashback_worker;
GRANT SELECT ON purchase_reversals TO cashback_confirmer;
GRANT SELECT ON purchase_reversals TO cashback_eraser;
GRANT UPDATE (reason) ON purchase_reversals TO cashback_eraser;

-- prisma/access/redemptions.sql
-- Policies and grants of redemptions. Redemptions are never deleted. The API cancels and undoes them and a
-- merge moves them; only confirm_redemption completes one, for the API may not write completed_at.
ALTER TABLE redemptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemptions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON redemptions;
CREATE POLICY tenant ON redemptions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON redemptions;
CREATE POLICY lookup ON redemptions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON redemptions;
CREATE POLICY confirmer ON redemptions TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON redemptions
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, UPDATE (customer_id, status, canceled_at, token_expires_at) ON redemptions TO cashback_app;
-- The release before this one inserts redemptions as cashback_app; create_redemption does now.
GRANT INSERT (
  merchant_id, id, customer_id, employee_id, amount_cents, purchase_amount_cents, token_hash,
  token_expires_at, created_at
) ON redemptions TO cashback_app;
GRANT SELECT ON redemptions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON redemptions TO cashback_lookup;
GRANT SELECT, INSERT ON redemptions TO cashback_confirmer;
GRANT UPDATE (status, completed_at) ON redemptions TO cashback_confirmer;
GRANT SELECT ON redemptions TO cashback_eraser;
GRANT UPDATE (token_expires_at, canceled_at) ON redemptions TO cashback_eraser;

-- prisma/access/transactions.sql
-- Policies and grants of transactions. Purchases are never deleted. The API reverses them and a merge moves
-- them; only confirm_cashback confirms one.
ALTER TABLE transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE transactions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON transactions;
CREATE POLICY tenant ON transactions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON transactions;
CREATE POLICY lookup ON transactions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON transactions;
CREATE POLICY confirmer ON transactions TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON transactions
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, UPDATE (customer_id, reversed_amount_cents, reversed_cashback_cents, status)
  ON transactions TO cashback_app;
-- The release before this one inserts purchases as cashback_app; issue_cashback does now.
GRANT INSERT (
  merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points, token_hash,
  token_expires_at, created_at, rules_version
) ON transactions TO cashback_app;
GRANT SELECT ON transactions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash, created_at) ON transactions TO cashback_lookup;
GRANT SELECT, INSERT ON transactions TO cashback_confirmer;
GRANT UPDATE (qr_scanned, qr_scanned_at) ON transactions TO cashback_confirmer;
GRANT SELECT ON transactions TO cashback_eraser;
GRANT UPDATE (token_expires_at) ON transactions TO cashback_eraser;

-- prisma/functions/erasures/erase_traces.sql
-- Called by api/src/customers/erasures.sql.ts: takes the person out of the rows that are found by their
-- customer, the records merged into it included. Amounts, dates and ids stay. The caller holds the locks of
-- these customers. What is found by its text alone is left to sweep_traces.
-- A table that stores something personal by (merchant_id, customer_id) belongs into this list.
-- In the database because the ledger, the audit log and corrections only grow for every other role: it runs
-- as cashback_eraser, which row-level security keeps to the transaction's tenant.
CREATE OR REPLACE FUNCTION erase_traces(p_merchant_id uuid, p_customer_ids uuid[], p_at timestamptz)
  RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  movement_ids uuid[];
  erased integer;
BEGIN
  PERFORM assert_tenant(p_merchant_id);
  -- Before the phone, whose change locks the customer against the foreign keys of a delivery's end. Those of
  -- a bulk sync fail by themselves, for it counts them. Those that erase a former address go on.
  UPDATE deliveries SET state = 'failed', finished_at = clock_timestamp(), last_error = 'Cliente apagado',
    body = NULL
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND state = 'waiting'
    AND bulk_sync_id IS NULL AND event <> 'erase';

  SELECT coalesce(array_agg(m.id), '{}') INTO movement_ids
  FROM (SELECT t.id FROM transactions t WHERE t.merchant_id = p_merchant_id AND t.customer_id = ANY (p_customer_ids)
        UNION ALL
        SELECT r.id FROM redemptions r WHERE r.merchant_id = p_merchant_id AND r.customer_id = ANY (p_customer_ids)) m;
  -- Codes that wait end.
  UPDATE transactions SET token_expires_at = created_at
  WHERE merchant_id = p_merchant_id AND id = ANY (movement_ids) AND NOT qr_scanned;
  UPDATE redemptions SET token_expires_at = created_at, canceled_at = coalesce(canceled_at, p_at)
  WHERE merchant_id = p_merchant_id AND id = ANY (movement_ids) AND status = 'pending';

  -- Numbers, answers and ids stay; names, phones and e-mails, masked or not, are texts.
  UPDATE audit_log a SET details = (
    SELECT coalesce(jsonb_object_agg(d.key, d.value), '{}') FROM jsonb_each(a.details) d
    WHERE jsonb_typeof(d.value) IN ('number', 'boolean', 'null')
      OR d.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  WHERE a.merchant_id = p_merchant_id AND a.entity_id = ANY ((p_customer_ids || movement_ids)::text[]);

  -- People write names into reasons.
  UPDATE ledger_entries SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND reason IS NOT NULL;
  UPDATE purchase_reversals SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  UPDATE redemption_reversals SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  UPDATE adjustments SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  -- Requests of a phone that was no customer's yet, also of one that a merge has taken from its record since
  -- and that no other customer has by now.
  UPDATE data_requests r SET customer_id = c.id
  FROM customers c
  LEFT JOIN customer_merges m ON m.merchant_id = c.merchant_id AND m.source_customer_id = c.id
  WHERE r.merchant_id = p_merchant_id AND r.customer_id IS NULL
    AND c.merchant_id = p_merchant_id AND c.id = ANY (p_customer_ids) AND (r.phone = c.phone OR (
      r.phone = m.source_phone
      AND NOT EXISTS (SELECT FROM customers WHERE merchant_id = p_merchant_id AND phone = m.source_phone)));
  -- It reads the phones that the next statement empties.
  PERFORM delete_traces(p_merchant_id, p_customer_ids);
  UPDATE customer_merges SET reason = 'texto apagado', source_phone = ''
  WHERE merchant_id = p_merchant_id AND source_customer_id = ANY (p_customer_ids);

  -- An open request keeps its contact until it is answered; closing it empties it then.
  UPDATE data_requests SET phone = NULL, contact = NULL, message = NULL, answer = NULL
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND state <> 'open';

  -- Last, see above. The trigger empties what searches read.
  UPDATE customers SET phone = NULL, name = NULL, email = NULL, signup_name = NULL, erased_at = p_at
  WHERE merchant_id = p_merchant_id AND id = ANY (p_customer_ids);
  GET DIAGNOSTICS erased = ROW_COUNT;
  IF erased IS DISTINCT FROM cardinality(p_customer_ids) THEN
    RAISE EXCEPTION '% of % customers to erase can be read', erased, cardinality(p_customer_ids);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION erase_traces(uuid, uuid[], timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION erase_traces(uuid, uuid[], timestamptz) TO cashback_app, cashback_worker;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_eraser;
ALTER FUNCTION erase_traces(uuid, uuid[], timestamptz) OWNER TO cashback_eraser;
REVOKE CREATE ON SCHEMA public FROM cashback_eraser;

-- prisma/functions/ledger/refuse_app_entry.sql
-- Trigger of ledger_entries, for what cashback_app inserts itself; confirmations insert as
-- cashback_confirmer. It credits no purchase, debits no redemption and dates no entry before the customer's
-- balance or before now. A trigger, because a grant limits columns and not their values.
CREATE OR REPLACE FUNCTION refuse_app_entry() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF NEW.kind IN ('accrual', 'redemption') THEN
    RAISE EXCEPTION 'entries of the kind % are written by confirmations only', NEW.kind
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Five minutes are more than a transaction may take. An undone expiry is dated now, although a wrong clock
  -- has dated the balance ahead (api/src/ledger/undo-expiry.sql.ts).
  IF (NEW.created_at >= money_now() - interval '5 minutes') IS NOT TRUE
    OR NEW.kind <> 'expiry_reversal' AND EXISTS (
      SELECT FROM customers c WHERE c.merchant_id = NEW.merchant_id AND c.id = NEW.customer_id
        AND c.balance_as_of > NEW.created_at) THEN
    RAISE EXCEPTION 'an entry of % is back-dated', NEW.created_at USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_app_entry() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_app_entry BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (current_user = 'cashback_app') EXECUTE FUNCTION refuse_app_entry();

-- prisma/functions/ledger/refuse_app_lot.sql
-- Trigger of cashback_lots, for what cashback_app inserts itself: a new lot is full and dated now, as a
-- credit by hand is. A trigger, because a grant limits columns and not their values.
CREATE OR REPLACE FUNCTION refuse_app_lot() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  -- Five minutes are more than a transaction may take.
  IF (NEW.remaining_cents = NEW.amount_cents
      AND NEW.created_at >= money_now() - interval '5 minutes') IS NOT TRUE THEN
    RAISE EXCEPTION 'a new lot is full and not back-dated' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_app_lot() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_app_lot BEFORE INSERT ON cashback_lots FOR EACH ROW
  WHEN (current_user = 'cashback_app') EXECUTE FUNCTION refuse_app_lot();

-- prisma/functions/ledger/refuse_move.sql
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

-- prisma/functions/ledger/refuse_step_back.sql
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
