-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/inactivity_notices.sql
-- Policies and grants of inactivity_notices. The worker writes notices, the API that a customer is kept.
ALTER TABLE inactivity_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE inactivity_notices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON inactivity_notices;
CREATE POLICY tenant ON inactivity_notices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON inactivity_notices;
CREATE POLICY lookup ON inactivity_notices FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON inactivity_notices
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT, UPDATE, DELETE ON inactivity_notices TO cashback_app, cashback_worker;
GRANT SELECT (merchant_id, customer_id, erases_at) ON inactivity_notices TO cashback_lookup;
GRANT SELECT, DELETE ON inactivity_notices TO cashback_eraser;

-- prisma/access/inactivity_progress.sql
-- Grants of operations.inactivity_progress. Only the job apply-retention uses it.
REVOKE ALL ON operations.inactivity_progress FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON operations.inactivity_progress TO cashback_app, cashback_worker;

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
BEGIN
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
  -- The network and the device from which the customer confirmed.
  DELETE FROM confirmation_traces WHERE merchant_id = p_merchant_id AND source_id = ANY (movement_ids);
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
  UPDATE customer_merges SET reason = 'texto apagado', source_phone = ''
  WHERE merchant_id = p_merchant_id AND source_customer_id = ANY (p_customer_ids);

  -- Answers on consent hold an address and a browser; devices, codes and PINs prove nobody any more.
  DELETE FROM consents WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_devices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_codes WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_pins WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM inactivity_notices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  -- Requests of a phone that was no customer's yet.
  UPDATE data_requests r SET customer_id = c.id FROM customers c
  WHERE r.merchant_id = p_merchant_id AND r.customer_id IS NULL
    AND c.merchant_id = p_merchant_id AND c.id = ANY (p_customer_ids) AND c.phone = r.phone;
  -- An open request keeps its contact until it is answered; closing it empties it then.
  UPDATE data_requests SET phone = NULL, contact = NULL, message = NULL, answer = NULL
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND state <> 'open';

  -- Last, see above. The trigger empties what searches read.
  UPDATE customers SET phone = NULL, name = NULL, email = NULL, signup_name = NULL, erased_at = p_at
  WHERE merchant_id = p_merchant_id AND id = ANY (p_customer_ids);
END
$$;

REVOKE ALL ON FUNCTION erase_traces(uuid, uuid[], timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION erase_traces(uuid, uuid[], timestamptz) TO cashback_app, cashback_worker;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_eraser;
ALTER FUNCTION erase_traces(uuid, uuid[], timestamptz) OWNER TO cashback_eraser;
REVOKE CREATE ON SCHEMA public FROM cashback_eraser;

-- prisma/functions/inactivity/due_inactivity_notices.sql
-- Called by api/src/retention/inactive-customers.sql.ts: notices whose day of erasure has come, of all
-- merchants, the longest due first.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.due_inactivity_notices(p_now timestamptz, p_limit integer)
  RETURNS TABLE (merchant_id uuid, customer_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT n.merchant_id, n.customer_id FROM public.inactivity_notices n
  WHERE n.erases_at <= p_now ORDER BY n.erases_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.due_inactivity_notices(timestamptz, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.due_inactivity_notices(timestamptz, integer)
  TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.due_inactivity_notices(timestamptz, integer) OWNER TO cashback_lookup;

-- prisma/functions/inactivity/inactivity_erases_at.sql
-- Called by api/src/inactivity/inactivity-notices.sql.ts: when a customer is to be erased for want of
-- movement. Null without a notice, and once a movement or a longer period of the merchant has ended it; also
-- while a request about the data is open, and at a merchant that is not active, whose pages are closed.
-- In the database for the same reason as last_movement_at.
CREATE OR REPLACE FUNCTION inactivity_erases_at(p_merchant_id uuid, p_customer_id uuid) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT n.erases_at
  FROM inactivity_notices n
  JOIN customers c ON c.merchant_id = n.merchant_id AND c.id = n.customer_id AND c.phone IS NOT NULL
  JOIN merchants m ON m.id = n.merchant_id
  CROSS JOIN LATERAL (SELECT last_movement_at(n.merchant_id, n.customer_id) AS moved_at OFFSET 0) last
  WHERE n.merchant_id = p_merchant_id AND n.customer_id = p_customer_id
    AND last.moved_at < n.noticed_at
    AND m.is_active
    AND NOT EXISTS (
      SELECT FROM data_requests d
      WHERE d.merchant_id = n.merchant_id AND d.customer_id = n.customer_id AND d.state = 'open'
    )
    AND last.moved_at + make_interval(months => m.inactivity_months) <= n.erases_at
$$;

REVOKE ALL ON FUNCTION inactivity_erases_at(uuid, uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION inactivity_erases_at(uuid, uuid) TO cashback_app, cashback_worker;

-- prisma/functions/inactivity/last_movement_at.sql
-- Called by inactivity_erases_at and api/src/retention/inactive-customers.sql.ts: when a customer last
-- registered, bought, redeemed, was corrected, answered on offers or asked to be kept. An expiry is no
-- movement, and neither is a look at the page: it would end the notice before it is read.
-- In the database because the notice, the screens and the erasure must agree.
CREATE OR REPLACE FUNCTION last_movement_at(p_merchant_id uuid, p_customer_id uuid) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT greatest(c.created_at, c.last_purchase_at,
    (SELECT l.created_at FROM ledger_entries l
     WHERE l.merchant_id = p_merchant_id AND l.customer_id = p_customer_id
       AND l.kind NOT IN ('expiry', 'expiry_reversal')
     ORDER BY l.id DESC LIMIT 1),
    (SELECT max(r.created_at) FROM redemptions r
     WHERE r.merchant_id = p_merchant_id AND r.customer_id = p_customer_id),
    (SELECT max(a.created_at) FROM consents a
     WHERE a.merchant_id = p_merchant_id AND a.customer_id = p_customer_id),
    (SELECT n.kept_at FROM inactivity_notices n
     WHERE n.merchant_id = p_merchant_id AND n.customer_id = p_customer_id))
  FROM customers c WHERE c.merchant_id = p_merchant_id AND c.id = p_customer_id
$$;

REVOKE ALL ON FUNCTION last_movement_at(uuid, uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION last_movement_at(uuid, uuid) TO cashback_app, cashback_worker;
