-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/functions/customers/other_spelling.sql
-- The mobile number with or without its ninth digit; null where it was never written otherwise. The same as
-- the function of that name in packages/domain/src/doubt-phone.ts.
-- In the database because erasures and the phones of employees are kept there.
CREATE OR REPLACE FUNCTION other_spelling(p_phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT CASE
    WHEN p_phone ~ '^[1-9][1-9]9[6-9]\d{7}$' THEN left(p_phone, 2) || right(p_phone, 8)
    WHEN p_phone ~ '^[1-9][1-9][6-9]\d{7}$' THEN left(p_phone, 2) || '9' || right(p_phone, 8) END
$$;

REVOKE ALL ON FUNCTION other_spelling(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer, cashback_eraser;
GRANT EXECUTE ON FUNCTION other_spelling(text) TO cashback_app, cashback_worker, cashback_eraser;

-- prisma/functions/employees/keep_employee_phone.sql
-- Trigger of employees: keeps every phone that an employee has had. Employees may not give cashback to
-- themselves, and neither changing the phone for a moment nor its other spelling must get around that.
-- A trigger, so that no path that changes a phone can forget it.
CREATE OR REPLACE FUNCTION keep_employee_phone() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.employee_phones (merchant_id, employee_id, phone)
    SELECT NEW.merchant_id, NEW.id, spelling
    FROM unnest(ARRAY[NEW.phone, public.other_spelling(NEW.phone)]) AS spelling WHERE spelling IS NOT NULL
    ON CONFLICT (merchant_id, employee_id, phone) DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_employee_phone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_employee_phone AFTER INSERT OR UPDATE OF phone ON employees
  FOR EACH ROW WHEN (NEW.phone IS NOT NULL) EXECUTE FUNCTION keep_employee_phone();

-- prisma/functions/erasures/delete_traces.sql
-- Called by erase_traces, and by sweep_traces at its end for rows whose writer did not wait for the erasure:
-- deletes what is of use only while these customers exist. A table of that kind belongs into this list.
-- In the database for the same reason as erase_traces.
CREATE OR REPLACE FUNCTION delete_traces(p_merchant_id uuid, p_customer_ids uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp
AS $$
  -- The network and the device from which the customer confirmed.
  DELETE FROM confirmation_traces WHERE merchant_id = p_merchant_id AND source_id IN (
    SELECT id FROM transactions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids)
    UNION ALL
    SELECT id FROM redemptions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids));
  -- Answers on consent hold an address and a browser; devices, codes and PINs prove nothing any more.
  DELETE FROM consents WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_devices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_codes WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_pins WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM inactivity_notices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM redemption_holds WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  -- Also those of a phone that was no customer's yet, or is none's again since a merge; in both spellings.
  WITH theirs AS (
    SELECT phone FROM customers WHERE merchant_id = p_merchant_id AND id = ANY (p_customer_ids)
  ), former AS (
    SELECT source_phone AS phone FROM customer_merges
    WHERE merchant_id = p_merchant_id AND source_customer_id = ANY (p_customer_ids)
  )
  DELETE FROM approvals WHERE merchant_id = p_merchant_id AND (customer_id = ANY (p_customer_ids) OR phone IN (
    SELECT phone FROM theirs
    UNION ALL
    SELECT s.phone FROM (
      SELECT phone FROM former UNION ALL SELECT other_spelling(phone) FROM former
      UNION ALL SELECT other_spelling(phone) FROM theirs) s
    WHERE NOT EXISTS (SELECT FROM customers c WHERE c.merchant_id = p_merchant_id AND c.phone = s.phone)));
$$;

REVOKE ALL ON FUNCTION delete_traces(uuid, uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_traces(uuid, uuid[]) TO cashback_eraser;

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
  -- Requests of a phone that was no customer's yet, also of its other spelling or one that a merge has taken
  -- from its record since, if no other customer has it by now.
  UPDATE data_requests r SET customer_id = c.id
  FROM customers c
  LEFT JOIN customer_merges m ON m.merchant_id = c.merchant_id AND m.source_customer_id = c.id
  WHERE r.merchant_id = p_merchant_id AND r.customer_id IS NULL
    AND c.merchant_id = p_merchant_id AND c.id = ANY (p_customer_ids) AND (r.phone = c.phone OR (
      r.phone IN (other_spelling(c.phone), m.source_phone, other_spelling(m.source_phone))
      AND NOT EXISTS (SELECT FROM customers WHERE merchant_id = p_merchant_id AND phone = r.phone)));
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

-- Adds the other spelling of each phone that an employee has had. It keeps that phone's moment, because the
-- alerts look at phones of the last days.
-- The owner of the tables may be no superuser, and reads every tenant only while this is off.
ALTER TABLE employee_phones NO FORCE ROW LEVEL SECURITY;
INSERT INTO employee_phones (merchant_id, employee_id, phone, created_at)
  SELECT merchant_id, employee_id, other_spelling(phone), created_at FROM employee_phones
  WHERE other_spelling(phone) IS NOT NULL
  ON CONFLICT (merchant_id, employee_id, phone) DO NOTHING;
ALTER TABLE employee_phones FORCE ROW LEVEL SECURITY;
