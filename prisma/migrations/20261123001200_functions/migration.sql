-- Functions, each with its grants and triggers, copied from prisma/functions.
-- Bodies are not checked while they are created: they may call functions that come later.
SET LOCAL check_function_bodies = off;

-- prisma/functions/api-keys/api_key_by_hash.sql
-- Called by api/src/api-keys/api-keys.sql.ts: the API key that a request came with, by its SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.api_key_by_hash(p_key_hash bytea) RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT k.merchant_id, k.id FROM public.api_keys k WHERE k.key_hash = p_key_hash AND k.revoked_at IS NULL
$$;

REVOKE ALL ON FUNCTION lookup.api_key_by_hash(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.api_key_by_hash(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.api_key_by_hash(bytea) OWNER TO cashback_lookup;

-- prisma/functions/auth/email_link_by_token.sql
-- Called by api/src/auth/email-links.sql.ts: the link of a token that came by e-mail.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.email_link_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT l.merchant_id, l.id FROM public.email_links l WHERE l.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.email_link_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.email_link_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.email_link_by_token(bytea) OWNER TO cashback_lookup;

-- prisma/functions/auth/expired_email_links.sql
-- Called by api/src/auth/email-links.sql.ts, by the job that deletes expired links.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.expired_email_links(p_limit integer)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT l.merchant_id, l.id FROM public.email_links l WHERE l.expires_at <= now()
  ORDER BY l.expires_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.expired_email_links(integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.expired_email_links(integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.expired_email_links(integer) OWNER TO cashback_lookup;

-- prisma/functions/auth/login_by_email.sql
-- Called by api/src/auth/auth.sql.ts: the employee that may log in with an e-mail, and the password's hash.
-- An e-mail belongs to the employee that set a password under it, because every way to a first password
-- proves the address. An invited employee without a password has no login.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.login_by_email(p_email text)
  RETURNS TABLE (merchant_id uuid, employee_id uuid, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT e.merchant_id, e.id, e.password_hash
  FROM public.employees e JOIN public.merchants m ON m.id = e.merchant_id
  WHERE e.email = p_email AND e.is_active AND e.password_hash IS NOT NULL AND m.is_active
$$;

REVOKE ALL ON FUNCTION lookup.login_by_email(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.login_by_email(text)
  TO cashback_app, cashback_worker, cashback_lookup_caller;
ALTER FUNCTION lookup.login_by_email(text) OWNER TO cashback_lookup;

-- prisma/functions/auth/masks_contacts.sql
-- Called by api/src/auth/auth.sql.ts beside lookup.session_by_id: whether the merchant hides customers'
-- contacts.
-- In the database because the tenant is not set yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.masks_contacts(p_merchant_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT mask_contacts FROM public.merchants WHERE id = p_merchant_id
$$;

REVOKE ALL ON FUNCTION lookup.masks_contacts(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.masks_contacts(uuid) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.masks_contacts(uuid) OWNER TO cashback_lookup;

-- prisma/functions/auth/password_link_by_token.sql
-- Called by api/src/auth/password-links.sql.ts: the link of a token that came by e-mail.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.password_link_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT l.merchant_id, l.id FROM public.password_links l WHERE l.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.password_link_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.password_link_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.password_link_by_token(bytea) OWNER TO cashback_lookup;

-- prisma/functions/auth/session_by_id.sql
-- Called by api/src/auth/auth.sql.ts: the session of a cookie. p_id is the hash of the cookie's 32 random
-- bytes, so a caller that knows it is that employee and may see its own name and its merchant's. Deactivated
-- employees and merchants have no session.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.session_by_id(p_id text)
  RETURNS TABLE (
    merchant_id uuid, employee_id uuid, created_at timestamptz, expires_at timestamptz, employee_name text,
    employee_email text, employee_phone text, employee_role text, merchant_name text, program_name text,
    rate_basis_points integer, logo_url text, brand_color text, signup_link_slug text, time_zone text
  )
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.merchant_id, s.employee_id, s.created_at, s.expires_at, e.name, e.email, e.phone, e.role, m.name,
    m.program_name, m.rate_basis_points, m.logo_url, m.brand_color, m.signup_link_slug, m.time_zone
  FROM public.sessions s
  JOIN public.employees e ON e.merchant_id = s.merchant_id AND e.id = s.employee_id AND e.is_active
  JOIN public.merchants m ON m.id = s.merchant_id AND m.is_active
  WHERE s.id = p_id
$$;

REVOKE ALL ON FUNCTION lookup.session_by_id(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.session_by_id(text) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.session_by_id(text) OWNER TO cashback_lookup;

-- prisma/functions/cashback/confirm_cashback.sql
-- Called by api/src/cashback/cashback.sql.ts: credits each confirmed purchase once, less what was reversed
-- before. p_host_merchant_ids[i], when not null, is the merchant whose host was called: a token of another
-- merchant is unknown there. outcome: confirmed | repeated | unknown. confirmed_at: of a repeat only.
-- In the database so that many confirmations share one round trip, one commit and one flush. It runs with the
-- caller's rights, so row-level security applies, and sets the tenant of each item from its token.
CREATE OR REPLACE FUNCTION confirm_cashback(p_token_hashes bytea[], p_host_merchant_ids uuid[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, transaction_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, time_zone text, phone text, amount_cents bigint,
    cashback_cents bigint, rate_basis_points integer, available_cents bigint, available_at timestamptz,
    confirmed_at timestamptz, answered_at timestamptz
  )
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := money_now();
  item record;
  purchase transactions;
  customer customers;
  merchant merchants;
  lot cashback_lots;
  credit_cents bigint;
BEGIN
  FOR item IN
    SELECT u.ordinal::integer AS ordinal, t.merchant_id, t.id, t.customer_id
    FROM unnest(p_token_hashes, p_host_merchant_ids)
      WITH ORDINALITY AS u (token_hash, host_merchant_id, ordinal)
    LEFT JOIN LATERAL lookup.purchase_by_token(u.token_hash) t
      ON u.host_merchant_id IS NULL OR u.host_merchant_id = t.merchant_id
    -- All batches lock customers in one order, so no two can deadlock.
    ORDER BY t.customer_id, u.ordinal
  LOOP
    ordinal := item.ordinal;
    outcome := 'unknown';
    confirmed_at := NULL;
    answered_at := moment;
    lot := NULL;
    IF item.id IS NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    PERFORM set_config('app.merchant_id', item.merchant_id::text, true);
    customer := settle_customer(item.merchant_id, item.customer_id);
    SELECT * INTO purchase FROM transactions t WHERE t.merchant_id = item.merchant_id AND t.id = item.id;
    -- A merge between the look-up and the lock moved the purchase to another customer.
    WHILE purchase.customer_id <> customer.id LOOP
      customer := settle_customer(item.merchant_id, purchase.customer_id);
      SELECT * INTO purchase FROM transactions t WHERE t.merchant_id = item.merchant_id AND t.id = item.id;
    END LOOP;
    SELECT * INTO merchant FROM merchants m WHERE m.id = item.merchant_id;

    IF purchase.status <> 'completed' OR (NOT purchase.qr_scanned AND purchase.token_expires_at <= moment) THEN
      RETURN NEXT;
      CONTINUE;
    ELSIF purchase.qr_scanned THEN
      outcome := 'repeated';
      confirmed_at := purchase.qr_scanned_at;
    ELSE
      outcome := 'confirmed';
      UPDATE transactions t SET qr_scanned = true, qr_scanned_at = customer.balance_as_of
      WHERE t.merchant_id = purchase.merchant_id AND t.id = purchase.id;
      credit_cents := purchase.cashback_cents - purchase.reversed_cashback_cents;
      IF credit_cents > 0 THEN
        lot.maturing_days := CASE
          WHEN merchant.cashback_available_immediately THEN 0
          ELSE merchant.cashback_maturing_days
        END;
        lot.expiration_days := CASE WHEN merchant.cashback_expires THEN merchant.cashback_expiration_days END;
        lot.available_at := lot_available_at(customer.balance_as_of, lot.maturing_days, merchant.time_zone);
        lot.expires_at := lot_expires_at(lot.available_at, lot.expiration_days, merchant.time_zone);
        -- A purchase has one lot at most, so the lot takes the purchase's id.
        INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents,
          remaining_cents, rate_basis_points, maturing_days, expiration_days, available_at, expires_at,
          created_at)
        VALUES (purchase.merchant_id, purchase.id, purchase.customer_id, purchase.id, credit_cents, credit_cents,
          purchase.rate_basis_points, lot.maturing_days, lot.expiration_days, lot.available_at, lot.expires_at,
          customer.balance_as_of);
        INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
          balance_after_cents, created_at)
        VALUES (purchase.merchant_id, purchase.customer_id, purchase.id, 'accrual', purchase.id, credit_cents,
          customer.cashback_balance_cents + credit_cents, customer.balance_as_of);
        INSERT INTO rollup_changes (merchant_id, day, employee_id, unconfirmed_purchases, unconfirmed_cents,
          available_at, expires_at, remaining_cents, expired_cents)
        VALUES (purchase.merchant_id, (purchase.created_at AT TIME ZONE merchant.time_zone)::date, purchase.employee_id,
          -1, -credit_cents, CASE WHEN lot.maturing_days = 0 THEN '-infinity' ELSE lot.available_at END,
          coalesce(lot.expires_at, 'infinity'), credit_cents, 0);
        UPDATE customers c SET
          cashback_balance_cents = c.cashback_balance_cents + credit_cents,
          total_cashback_cents = c.total_cashback_cents + credit_cents,
          available_cents = c.available_cents
            + CASE WHEN lot.available_at <= customer.balance_as_of THEN credit_cents ELSE 0 END,
          balance_as_of = customer.balance_as_of,
          balance_changes_at = least(c.balance_changes_at,
            CASE WHEN lot.available_at > customer.balance_as_of THEN lot.available_at ELSE lot.expires_at END)
        WHERE c.merchant_id = purchase.merchant_id AND c.id = purchase.customer_id
        RETURNING c.* INTO customer;
      END IF;
    END IF;

    merchant_id := item.merchant_id;
    transaction_id := purchase.id;
    merchant_name := merchant.name;
    signup_link_slug := merchant.signup_link_slug;
    logo_url := merchant.logo_url;
    brand_color := merchant.brand_color;
    time_zone := merchant.time_zone;
    phone := customer.phone;
    amount_cents := purchase.amount_cents;
    cashback_cents := purchase.cashback_cents;
    IF purchase.reversed_amount_cents > 0 THEN
      -- The amounts at the time of the confirmation: later reversals have ledger entries of their own.
      SELECT purchase.amount_cents - coalesce(sum(r.amount_cents), 0),
        purchase.cashback_cents - coalesce(sum(r.cashback_cents), 0)
      INTO amount_cents, cashback_cents
      FROM purchase_reversals r
      WHERE r.merchant_id = purchase.merchant_id AND r.transaction_id = purchase.id AND NOT r.was_credited;
    END IF;
    rate_basis_points := purchase.rate_basis_points;
    available_cents := customer.available_cents;
    available_at := lot.available_at;
    IF outcome = 'repeated' THEN
      SELECT l.available_at INTO available_at FROM cashback_lots l
      WHERE l.merchant_id = purchase.merchant_id AND l.id = purchase.id;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION confirm_cashback(bytea[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_cashback(bytea[], uuid[]) TO cashback_app;

-- prisma/functions/cashback/purchase_by_token.sql
-- Called by confirm_cashback and api/src/pages/page-merchant.sql.ts: the purchase of a QR token, by its
-- SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.purchase_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid, customer_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id, t.id, t.customer_id FROM public.transactions t WHERE t.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.purchase_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.purchase_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.purchase_by_token(bytea) OWNER TO cashback_lookup;

-- prisma/functions/confirmations/confirmed_among.sql
-- Called by api/src/ledger/confirmed-among.sql.ts: which of these purchases and redemptions are confirmed.
-- In the database so that one statement answers all dialogs that wait in a process. It runs with the caller's
-- rights and reads each merchant's rows as that merchant.
CREATE OR REPLACE FUNCTION confirmed_among(p_merchant_ids uuid[], p_ids uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql
AS $$
DECLARE
  asked record;
BEGIN
  FOR asked IN
    SELECT w.merchant_id, array_agg(w.id) AS ids
    FROM unnest(p_merchant_ids, p_ids) AS w (merchant_id, id) GROUP BY w.merchant_id
  LOOP
    PERFORM set_config('app.merchant_id', asked.merchant_id::text, true);
    RETURN QUERY
      SELECT t.id FROM transactions t
      WHERE t.merchant_id = asked.merchant_id AND t.id = ANY (asked.ids) AND t.qr_scanned
      UNION ALL
      SELECT r.id FROM redemptions r
      WHERE r.merchant_id = asked.merchant_id AND r.id = ANY (asked.ids) AND r.status = 'completed';
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION confirmed_among(uuid[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirmed_among(uuid[], uuid[]) TO cashback_app;

-- prisma/functions/confirmations/old_confirmation_traces.sql
-- Called by api/src/ledger/confirmation-traces.sql.ts, by the job that deletes old traces.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.old_confirmation_traces(p_since interval, p_limit integer)
  RETURNS TABLE (merchant_id uuid, source_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id, t.source_id FROM public.confirmation_traces t
  WHERE t.confirmed_at < now() - p_since ORDER BY t.confirmed_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.old_confirmation_traces(interval, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.old_confirmation_traces(interval, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.old_confirmation_traces(interval, integer) OWNER TO cashback_lookup;

-- prisma/functions/confirmations/record_confirmation_traces.sql
-- Called by api/src/ledger/confirmation-traces.sql.ts: stores where confirmations of one kind came from.
-- In the database so that one statement stores the traces of many merchants, each as its tenant: the rows
-- come sorted by merchant. It does not wait for the disk: a crash may lose the last moment's traces.
CREATE OR REPLACE FUNCTION record_confirmation_traces(p_kind text, p_merchant_ids uuid[], p_source_ids uuid[],
  p_networks text[], p_device_hashes bytea[]) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  tenant uuid;
  first integer := 1;
  last integer;
BEGIN
  SET LOCAL synchronous_commit = off;
  WHILE first <= cardinality(p_merchant_ids) LOOP
    tenant := p_merchant_ids[first];
    last := first;
    WHILE p_merchant_ids[last + 1] = tenant LOOP
      last := last + 1;
    END LOOP;
    PERFORM set_config('app.merchant_id', tenant::text, true);
    IF p_kind = 'cashback' THEN
      INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms,
        confirmed_at)
      SELECT t.merchant_id, t.id, p_kind, u.network, u.device_hash,
        extract(epoch FROM t.qr_scanned_at - t.created_at) * 1000, t.qr_scanned_at
      FROM unnest(p_source_ids[first:last], p_networks[first:last], p_device_hashes[first:last])
        AS u (source_id, network, device_hash)
      JOIN transactions t ON t.merchant_id = tenant AND t.id = u.source_id
      WHERE t.qr_scanned_at IS NOT NULL
      ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms,
        confirmed_at)
      SELECT r.merchant_id, r.id, p_kind, u.network, u.device_hash,
        extract(epoch FROM r.completed_at - r.created_at) * 1000, r.completed_at
      FROM unnest(p_source_ids[first:last], p_networks[first:last], p_device_hashes[first:last])
        AS u (source_id, network, device_hash)
      JOIN redemptions r ON r.merchant_id = tenant AND r.id = u.source_id
      WHERE r.completed_at IS NOT NULL
      ON CONFLICT DO NOTHING;
    END IF;
    first := last + 1;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION record_confirmation_traces(text, uuid[], uuid[], text[], bytea[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION record_confirmation_traces(text, uuid[], uuid[], text[], bytea[]) TO cashback_app;

-- prisma/functions/customers/customer_search_text.sql
-- Called by keep_customer_search: the text by which a customer is found, ' jose davila filhos | jose exemplo
-- com br | 11987654321'. Every word has a space before it, and no pattern contains the bar, so no search
-- matches across two fields. Empty for a record that was merged into another.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION customer_search_text(p_customer customers) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT CASE
    WHEN p_customer.merged_into_id IS NULL
    THEN ' ' || fold_for_search(p_customer.name) || ' | ' || fold_for_search(p_customer.email)
      || ' | ' || p_customer.phone
    ELSE ''
  END
$$;

REVOKE ALL ON FUNCTION customer_search_text(customers)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION customer_search_text(customers) TO cashback_app;

-- prisma/functions/customers/customers_matching.sql
-- Called by api/src/customers/customer-search.sql.ts: ids of the tenant's customers that match all patterns.
-- In the database because LIKE is not leakproof: under row-level security it runs after the tenant's
-- condition, row by row, and never uses an index. As cashback_lookup it does; the function itself keeps to
-- the transaction's tenant. The first three patterns use the index; a caller with fewer repeats one.
CREATE OR REPLACE FUNCTION lookup.customers_matching(p_merchant_id uuid, p_patterns text[], p_limit bigint)
  RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.customer_id FROM public.customer_search s
  WHERE p_merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid
    AND s.merchant_id = p_merchant_id
    AND s.search_text LIKE p_patterns[1]
    AND s.search_text LIKE p_patterns[2]
    AND s.search_text LIKE p_patterns[3]
    AND s.search_text LIKE ALL (p_patterns)
  LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.customers_matching(uuid, text[], bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.customers_matching(uuid, text[], bigint) TO cashback_app;
ALTER FUNCTION lookup.customers_matching(uuid, text[], bigint) OWNER TO cashback_lookup;

-- prisma/functions/customers/fold_for_search.sql
-- Called by customer_search_text: turns 'José D''Ávila & Filhos' into 'jose davila filhos'.
-- api/src/customers/search-patterns.ts does the same to the words that are searched for.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION fold_for_search(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT btrim(regexp_replace(lower(
    replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(translate(coalesce(p_text, ''), E'''\u2018\u2019\u02bc`\u00b4', ''), NFKD),
      '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'),
      'œ', 'oe')
  ), '[^a-z0-9]+', ' ', 'g'))
$$;

REVOKE ALL ON FUNCTION fold_for_search(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION fold_for_search(text) TO cashback_app;

-- prisma/functions/customers/keep_customer_search.sql
-- Trigger of customers: keeps customer_search in step with the four columns that it is made of. Other updates
-- of the row, a purchase or a confirmation, never touch the trigram index.
-- A trigger, so that no path that changes a customer can forget it. It runs with the rights of the statement
-- that changes the customer, so row-level security applies.
CREATE OR REPLACE FUNCTION keep_customer_search() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO customer_search AS s (merchant_id, customer_id, search_text)
    VALUES (NEW.merchant_id, NEW.id, customer_search_text(NEW))
    ON CONFLICT (merchant_id, customer_id) DO UPDATE SET search_text = excluded.search_text
      WHERE s.search_text <> excluded.search_text;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_customer_search() FROM PUBLIC;

CREATE OR REPLACE TRIGGER customers_keep_search AFTER INSERT OR UPDATE OF name, email, phone, merged_into_id
  ON customers
  FOR EACH ROW EXECUTE FUNCTION keep_customer_search();

-- prisma/functions/customers/merchants_by_phone.sql
-- Called by api/src/customers/customers.sql.ts: the merchants of one phone, for the platform's page that
-- shows a customer all programs side by side.
-- In the database because it reads across merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_by_phone(p_phone text, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT c.merchant_id FROM public.customers c JOIN public.merchants m ON m.id = c.merchant_id
  WHERE c.phone = p_phone AND m.is_active ORDER BY c.merchant_id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_by_phone(text, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_by_phone(text, integer) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.merchants_by_phone(text, integer) OWNER TO cashback_lookup;

-- prisma/functions/deliveries/announce.sql
-- Called by the announce_… triggers and api/src/customers/customers.sql.ts: a delivery for each integration
-- and webhook that wants the event. p_action is the integrations' name of the event, p_event the webhooks';
-- null if they have none. The first hundred of a transaction are due at once, the rest at twenty a second,
-- because an import announces thousands.
-- In the database because the triggers need it. Without receivers it costs two probes of an index.
CREATE OR REPLACE FUNCTION announce(p_merchant_id uuid, p_action text, p_event text, p_subject_id uuid,
  p_customer_id uuid, p_at timestamptz)
  RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  made integer;
  announced integer;
BEGIN
  INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
    customer_id, next_attempt_at, occurred_at)
  SELECT p_merchant_id, gen_random_uuid(), receiver.integration_config_id, receiver.webhook_endpoint_id,
    receiver.event, p_subject_id, p_customer_id,
    clock_timestamp()
      + greatest(0, coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) - 100)
      * interval '50 milliseconds',
    p_at
  FROM (
    SELECT i.id AS integration_config_id, NULL::uuid AS webhook_endpoint_id, p_action AS event
    FROM integration_configs i
    WHERE p_action IS NOT NULL AND i.merchant_id = p_merchant_id AND i.is_active
      AND CASE p_action WHEN 'signup' THEN i.sync_on_signup WHEN 'purchase' THEN i.sync_on_purchase
        WHEN 'redemption' THEN i.sync_on_redemption ELSE false END
    UNION ALL
    SELECT NULL, w.id, p_event FROM webhook_endpoints w
    WHERE p_event IS NOT NULL AND w.merchant_id = p_merchant_id AND w.is_active AND p_event = ANY (w.events)
  ) receiver;
  GET DIAGNOSTICS made = ROW_COUNT;
  IF made > 0 THEN
    announced := coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) + made;
    PERFORM set_config('app.announced', announced::text, true);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz) TO cashback_app;

-- prisma/functions/deliveries/announce_customer.sql
-- Trigger of customers: announces a new customer to webhooks. The sign-up itself announces to the
-- integrations.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_customer() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM announce(NEW.merchant_id, NULL, 'customer.created', NEW.id, NEW.id, NEW.created_at);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_customer() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_customer AFTER INSERT ON customers FOR EACH ROW
  WHEN (NEW.merged_into_id IS NULL) EXECUTE FUNCTION announce_customer();

-- prisma/functions/deliveries/announce_redemption.sql
-- Triggers of redemptions: announces a redemption that was made or confirmed.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce(NEW.merchant_id, NULL, 'redemption.created', NEW.id, NEW.customer_id, NEW.created_at);
  ELSE
    PERFORM announce(NEW.merchant_id, 'redemption', 'redemption.confirmed', NEW.id, NEW.customer_id, now());
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_created AFTER INSERT ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'pending') EXECUTE FUNCTION announce_redemption();
CREATE OR REPLACE TRIGGER announce_confirmed AFTER UPDATE OF status ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'completed' AND OLD.status = 'pending') EXECUTE FUNCTION announce_redemption();

-- prisma/functions/deliveries/announce_reversal.sql
-- Triggers of purchase_reversals and redemption_reversals: announces a reversal.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_reversal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM announce(NEW.merchant_id, NULL,
    CASE TG_TABLE_NAME WHEN 'purchase_reversals' THEN 'purchase.reversed' ELSE 'redemption.reversed' END,
    NEW.id, NEW.customer_id, NEW.created_at);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_reversal() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_reversal AFTER INSERT ON purchase_reversals FOR EACH ROW
  EXECUTE FUNCTION announce_reversal();
CREATE OR REPLACE TRIGGER announce_reversal AFTER INSERT ON redemption_reversals FOR EACH ROW
  EXECUTE FUNCTION announce_reversal();

-- prisma/functions/deliveries/announce_purchase.sql
-- Triggers of transactions: announces a purchase that was issued or confirmed.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_purchase() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce(NEW.merchant_id, NULL, 'cashback.issued', NEW.id, NEW.customer_id, NEW.created_at);
  ELSE
    PERFORM announce(NEW.merchant_id, 'purchase', 'cashback.confirmed', NEW.id, NEW.customer_id,
      NEW.qr_scanned_at);
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_purchase() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_issued AFTER INSERT ON transactions FOR EACH ROW
  EXECUTE FUNCTION announce_purchase();
CREATE OR REPLACE TRIGGER announce_confirmed AFTER UPDATE OF qr_scanned ON transactions FOR EACH ROW
  WHEN (NEW.qr_scanned AND NOT OLD.qr_scanned) EXECUTE FUNCTION announce_purchase();

-- prisma/functions/deliveries/enqueue_deliveries.sql
-- Trigger of deliveries: one job for each new delivery, by one statement for all. See enqueue_delivery.
-- A trigger, so that no path that makes a delivery can forget its job.
CREATE OR REPLACE FUNCTION enqueue_deliveries() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
  SELECT t.id, json_build_object('merchantId', d.merchant_id, 'deliveryId', d.id), d.next_attempt_at, 25,
    CASE WHEN d.bulk_sync_id IS NOT NULL THEN 10 ELSE 0 END
  FROM graphile_worker._private_tasks t, made d
  WHERE t.identifier = 'deliver' AND d.state = 'waiting';
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION enqueue_deliveries() FROM PUBLIC;

CREATE OR REPLACE TRIGGER enqueue_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_deliveries();

-- prisma/functions/deliveries/enqueue_delivery.sql
-- Trigger of deliveries: a delivery that is retried or deferred gets a job for its next attempt. Not by
-- graphile_worker.add_job, whose NOTIFY makes all transactions commit one after the other; workers poll for
-- these jobs. packages/database/src/install-job-queue.ts registers the task. New deliveries come first, then later
-- attempts, then those of a bulk sync.
-- A trigger, so that no path that sets the next attempt can forget its job.
CREATE OR REPLACE FUNCTION enqueue_delivery() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
  SELECT t.id, json_build_object('merchantId', NEW.merchant_id, 'deliveryId', NEW.id), NEW.next_attempt_at, 25,
    CASE WHEN NEW.bulk_sync_id IS NOT NULL THEN 10 WHEN TG_OP = 'UPDATE' THEN 5 ELSE 0 END
  FROM graphile_worker._private_tasks t WHERE t.identifier = 'deliver';
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION enqueue_delivery() FROM PUBLIC;

CREATE OR REPLACE TRIGGER enqueue_next AFTER UPDATE OF next_attempt_at ON deliveries FOR EACH ROW
  WHEN (NEW.state = 'waiting' AND NEW.next_attempt_at IS DISTINCT FROM OLD.next_attempt_at)
  EXECUTE FUNCTION enqueue_delivery();

-- prisma/functions/deliveries/old_provider_requests.sql
-- Called by api/src/integrations/sweep-integrations.sql.ts, which deletes old requests to providers.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.old_provider_requests(p_since interval, p_limit integer)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT r.merchant_id, r.id FROM public.provider_requests r
  WHERE r.created_at < now() - p_since ORDER BY r.created_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.old_provider_requests(interval, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.old_provider_requests(interval, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.old_provider_requests(interval, integer) OWNER TO cashback_lookup;

-- prisma/functions/deliveries/overdue_deliveries.sql
-- Called by api/src/deliveries/deliveries.sql.ts: deliveries so long overdue that their jobs must be lost.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.overdue_deliveries(p_since interval, p_limit integer)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT d.merchant_id, d.id FROM public.deliveries d
  WHERE d.state = 'waiting' AND d.next_attempt_at < now() - p_since
  ORDER BY d.next_attempt_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.overdue_deliveries(interval, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.overdue_deliveries(interval, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.overdue_deliveries(interval, integer) OWNER TO cashback_lookup;

-- prisma/functions/deliveries/running_bulk_syncs.sql
-- Called by api/src/integrations/sweep-integrations.sql.ts: bulk syncs that have not ended.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.running_bulk_syncs() RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT b.merchant_id, b.id FROM public.bulk_syncs b WHERE b.state = 'running'
$$;

REVOKE ALL ON FUNCTION lookup.running_bulk_syncs()
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.running_bulk_syncs() TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.running_bulk_syncs() OWNER TO cashback_lookup;

-- prisma/functions/domains/domain_holder.sql
-- Called by api/src/domains/domains.sql.ts: the merchant that holds a verified domain, active or not. As long
-- as it is verified, no other merchant can verify the same domain.
-- In the database because the answer crosses tenants: it runs as cashback_lookup and returns only the id.
CREATE OR REPLACE FUNCTION lookup.domain_holder(p_domain text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT id FROM public.merchants
  WHERE (CASE WHEN custom_domain_status = 'verified' THEN custom_domain END) = p_domain
$$;

REVOKE ALL ON FUNCTION lookup.domain_holder(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.domain_holder(text) TO cashback_app, cashback_worker, cashback_lookup_caller;
ALTER FUNCTION lookup.domain_holder(text) OWNER TO cashback_lookup;

-- prisma/functions/domains/host_names.sql
-- Called by api/src/domains/host-directory.sql.ts: a page of merchants with their host names, in the order in
-- which those changed, after the one that p_since and p_after name. Every process keeps them in memory.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns host names only.
CREATE OR REPLACE FUNCTION lookup.host_names(p_since timestamptz, p_after uuid, p_limit integer)
  RETURNS TABLE (merchant_id uuid, changed_at timestamptz, is_active boolean, slugs text[], domain text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id, m.hosts_changed_at, m.is_active,
    ARRAY(SELECT s.signup_link_slug FROM public.merchant_slugs s WHERE s.merchant_id = m.id),
    CASE WHEN m.custom_domain_status = 'verified' THEN m.custom_domain END
  FROM public.merchants m
  WHERE (m.hosts_changed_at, m.id) > (p_since, p_after)
  ORDER BY m.hosts_changed_at, m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.host_names(timestamptz, uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.host_names(timestamptz, uuid, integer)
  TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.host_names(timestamptz, uuid, integer) OWNER TO cashback_lookup;

-- prisma/functions/domains/mark_hosts_changed.sql
-- Triggers of merchants: stamps a merchant whose host names changed, so that lookup.host_names returns it
-- again.
-- A trigger, so that no path that changes a slug, a domain or the activity can forget the stamp.
-- clock_timestamp(), not the start of the transaction: the shorter the time from stamp to commit, the less
-- the host directory has to read again.
CREATE OR REPLACE FUNCTION mark_hosts_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.hosts_changed_at := clock_timestamp();
  -- The grace period belongs to one verified domain; another domain starts without one.
  IF TG_OP = 'UPDATE' AND (NEW.custom_domain IS DISTINCT FROM OLD.custom_domain
      OR NEW.custom_domain_status IS DISTINCT FROM 'verified') THEN
    NEW.custom_domain_missing_since := NULL;
    NEW.custom_domain_warned_at := NULL;
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION mark_hosts_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER mark_hosts_inserted BEFORE INSERT ON merchants
  FOR EACH ROW EXECUTE FUNCTION mark_hosts_changed();
CREATE OR REPLACE TRIGGER mark_hosts_changed BEFORE UPDATE OF signup_link_slug, custom_domain,
  custom_domain_status, is_active ON merchants
  FOR EACH ROW
  WHEN ((OLD.signup_link_slug, OLD.custom_domain, OLD.custom_domain_status, OLD.is_active)
    IS DISTINCT FROM (NEW.signup_link_slug, NEW.custom_domain, NEW.custom_domain_status, NEW.is_active))
  EXECUTE FUNCTION mark_hosts_changed();

-- prisma/functions/domains/mark_hosts_of_slug.sql
-- Trigger of merchant_slugs: a slug may be added beside a merchant's own, and then its host names changed
-- too. A merchant that this transaction has stamped already is left alone.
-- A trigger for the same reason as mark_hosts_changed.
CREATE OR REPLACE FUNCTION mark_hosts_of_slug() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  UPDATE public.merchants SET hosts_changed_at = clock_timestamp()
    WHERE id = NEW.merchant_id AND hosts_changed_at < transaction_timestamp();
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION mark_hosts_of_slug() FROM PUBLIC;

CREATE OR REPLACE TRIGGER mark_hosts_of_slug AFTER INSERT ON merchant_slugs
  FOR EACH ROW EXECUTE FUNCTION mark_hosts_of_slug();

-- prisma/functions/domains/merchant_by_domain.sql
-- Called by api/src/domains/domains.sql.ts: the active merchant of a verified custom domain.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns only the id.
CREATE OR REPLACE FUNCTION lookup.merchant_by_domain(p_domain text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT id FROM public.merchants
  WHERE (CASE WHEN custom_domain_status = 'verified' THEN custom_domain END) = p_domain AND is_active
$$;

REVOKE ALL ON FUNCTION lookup.merchant_by_domain(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchant_by_domain(text) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.merchant_by_domain(text) OWNER TO cashback_lookup;

-- prisma/functions/domains/merchant_by_slug.sql
-- Called by api/src/domains/domains.sql.ts and api/src/commands/verify-database.ts: the active merchant of a
-- sign-up link. Former slugs count too, because links on printed posters keep working.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns only the id.
CREATE OR REPLACE FUNCTION lookup.merchant_by_slug(p_slug text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchant_slugs s JOIN public.merchants m ON m.id = s.merchant_id
  WHERE s.signup_link_slug = p_slug AND m.is_active
$$;

REVOKE ALL ON FUNCTION lookup.merchant_by_slug(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchant_by_slug(text)
  TO cashback_app, cashback_worker, cashback_lookup_caller;
ALTER FUNCTION lookup.merchant_by_slug(text) OWNER TO cashback_lookup;

-- prisma/functions/domains/merchants_with_due_domains.sql
-- Called by api/src/domains/domains.sql.ts, by the job that rechecks domains: merchants whose verified domain
-- is due, longest unchecked first. Each merchant has its own interval between 19 and 23 hours, so that
-- domains checked at the same moment spread over the day within a few days.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_with_due_domains(p_now timestamptz, p_limit integer)
  RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  WHERE m.custom_domain_status = 'verified'
    AND coalesce(m.custom_domain_checked_at, '-infinity') <= p_now - interval '19 hours'
    AND coalesce(m.custom_domain_checked_at, '-infinity')
      <= p_now - interval '19 hours' - interval '1 minute' * (hashtext(m.id::text) & 255) * (240.0 / 256)
  ORDER BY coalesce(m.custom_domain_checked_at, '-infinity') LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_with_due_domains(timestamptz, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_with_due_domains(timestamptz, integer)
  TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_with_due_domains(timestamptz, integer) OWNER TO cashback_lookup;

-- prisma/functions/employees/keep_employee_phone.sql
-- Trigger of employees: keeps every phone that an employee has had. Employees may not give cashback to
-- themselves, and changing the phone for a moment must not get around that.
-- A trigger, so that no path that changes a phone can forget it.
CREATE OR REPLACE FUNCTION keep_employee_phone() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.employee_phones (merchant_id, employee_id, phone)
    VALUES (NEW.merchant_id, NEW.id, NEW.phone)
    ON CONFLICT (merchant_id, employee_id, phone) DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_employee_phone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_employee_phone AFTER INSERT OR UPDATE OF phone ON employees
  FOR EACH ROW WHEN (NEW.phone IS NOT NULL) EXECUTE FUNCTION keep_employee_phone();

-- prisma/functions/ledger/lot_available_at.sql
-- Called by confirm_cashback and api/src/customers/customer-ledger.sql.ts: when a credit of p_now can be
-- spent: at once, or at the start of the merchant's day p_maturing_days later.
-- In the database because confirm_cashback needs it.
CREATE OR REPLACE FUNCTION lot_available_at(p_now timestamptz, p_maturing_days integer, p_time_zone text)
  RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT CASE
    WHEN p_maturing_days = 0 THEN p_now
    ELSE ((p_now AT TIME ZONE p_time_zone)::date + p_maturing_days)::timestamp AT TIME ZONE p_time_zone
  END
$$;

REVOKE ALL ON FUNCTION lot_available_at(timestamptz, integer, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lot_available_at(timestamptz, integer, text) TO cashback_app, cashback_worker;

-- prisma/functions/ledger/lot_expires_at.sql
-- Called by confirm_cashback, api/src/customers/customer-ledger.sql.ts, api/src/ledger/account.sql.ts and
-- api/src/ledger/opening-balances.sql.ts: when a lot stops counting: at the end of the merchant's day
-- p_expiration_days after it became available.
-- In the database because confirm_cashback needs it.
CREATE OR REPLACE FUNCTION lot_expires_at(p_available_at timestamptz, p_expiration_days integer,
  p_time_zone text) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT ((p_available_at AT TIME ZONE p_time_zone)::date + p_expiration_days + 1)::timestamp
    AT TIME ZONE p_time_zone
$$;

REVOKE ALL ON FUNCTION lot_expires_at(timestamptz, integer, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lot_expires_at(timestamptz, integer, text) TO cashback_app, cashback_worker;

-- prisma/functions/ledger/merchants_with_due_customers.sql
-- Called by api/src/ledger/settle-due-customers.sql.ts: merchants with customers whose balance time has
-- changed. One probe of customers_due_idx for each merchant of the page.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_with_due_customers(p_now timestamptz, p_after uuid,
  p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  WHERE m.id > p_after
    AND EXISTS (SELECT FROM public.customers c WHERE c.merchant_id = m.id AND c.balance_changes_at <= p_now)
  ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_with_due_customers(timestamptz, uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_with_due_customers(timestamptz, uuid, integer)
  TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_with_due_customers(timestamptz, uuid, integer) OWNER TO cashback_lookup;

-- prisma/functions/ledger/money_now.sql
-- Called by api/src/tenant.ts, the SQL of sessions, links, jobs and the ledger, and the functions of this
-- folder: the "now" of everything that moves money or limits a right in time.
-- In the database because processes' clocks differ and the database's is one. app.now replaces it for members
-- of cashback_test_clock and is ignored for any other login.
CREATE OR REPLACE FUNCTION money_now() RETURNS timestamptz
LANGUAGE sql VOLATILE
AS $$
  SELECT CASE
    WHEN coalesce(current_setting('app.now', true), '') <> ''
      AND pg_has_role(session_user, 'cashback_test_clock', 'MEMBER')
    THEN current_setting('app.now')::timestamptz
    ELSE clock_timestamp()
  END
$$;

REVOKE ALL ON FUNCTION money_now() FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION money_now() TO cashback_app, cashback_worker, cashback_lookup_caller;

-- prisma/functions/ledger/name_repeated_expiry.sql
-- Trigger of ledger_entries. An expiry has its lot as its source. When an expiry was undone and the lot
-- expires again, the second expiry takes the id of the undoing, so that the key on (source, kind, lot) still
-- refuses a second effect.
-- A trigger, because settle_customer is not the only statement that writes expiries.
CREATE OR REPLACE FUNCTION name_repeated_expiry() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  correction uuid;
BEGIN
  SELECT k.id INTO correction FROM operations.clock_corrections k
  WHERE k.merchant_id = NEW.merchant_id
    AND EXISTS (SELECT FROM ledger_entries e WHERE e.merchant_id = NEW.merchant_id AND e.source_id = k.id
                AND e.kind = 'expiry_reversal' AND e.lot_id = NEW.lot_id)
    AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.merchant_id = NEW.merchant_id AND e.source_id = k.id
                    AND e.kind = 'expiry' AND e.lot_id = NEW.lot_id)
  ORDER BY k.corrected_at DESC LIMIT 1;
  NEW.source_id := coalesce(correction, NEW.source_id);
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION name_repeated_expiry() FROM PUBLIC;

CREATE OR REPLACE TRIGGER name_repeated_expiry BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.kind = 'expiry' AND NEW.source_id = NEW.lot_id)
  EXECUTE FUNCTION name_repeated_expiry();

-- prisma/functions/ledger/open_lots_summary.sql
-- Called by settle_customer and the SQL that reads a balance (customers, integrations, ledger, redemptions):
-- the sum of a customer's open lots at p_now, and when time alone next changes it.
-- In the database because settle_customer needs it.
CREATE OR REPLACE FUNCTION open_lots_summary(p_merchant_id uuid, p_customer_id uuid, p_now timestamptz,
  OUT available_cents bigint, OUT balance_cents bigint, OUT changes_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT coalesce(sum(remaining_cents) FILTER (WHERE available_at <= p_now), 0)::bigint,
         coalesce(sum(remaining_cents), 0)::bigint,
         min(least(CASE WHEN available_at > p_now THEN available_at END, expires_at))
  FROM cashback_lots
  WHERE merchant_id = p_merchant_id
    AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = p_customer_id
    AND (expires_at IS NULL OR expires_at > p_now)
$$;

REVOKE ALL ON FUNCTION open_lots_summary(uuid, uuid, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION open_lots_summary(uuid, uuid, timestamptz) TO cashback_app, cashback_worker;

-- prisma/functions/ledger/settle_customer.sql
-- Called by confirm_cashback, confirm_redemption, api/src/ledger/account.sql.ts,
-- api/src/ledger/settle-due-customers.sql.ts and api/src/ledger/undo-expiry.sql.ts: locks the customer and
-- brings the row up to now, read after the lock. Expired lots get their ledger row, the cached balances are
-- derived from the lots again. Cheap when no lot matured or expired since the last time. The caller's "now"
-- is the returned balance_as_of: a customer's time never runs backwards, even when the database's clock was
-- set back.
-- In the database because the confirmations need it, and for one round trip.
CREATE OR REPLACE FUNCTION settle_customer(p_merchant_id uuid, p_customer_id uuid) RETURNS customers
LANGUAGE plpgsql
AS $$
DECLARE
  customer customers;
  expired record;
  running_cents bigint;
BEGIN
  SELECT * INTO customer FROM customers
  WHERE merchant_id = p_merchant_id AND id = p_customer_id FOR NO KEY UPDATE;
  customer.balance_as_of := greatest(customer.balance_as_of, money_now());
  IF customer.balance_changes_at IS NULL OR customer.balance_changes_at > customer.balance_as_of THEN
    RETURN customer;
  END IF;

  running_cents := customer.cashback_balance_cents;
  FOR expired IN
    UPDATE cashback_lots l SET remaining_cents = 0
    FROM (SELECT o.id, o.remaining_cents FROM cashback_lots o
          WHERE o.merchant_id = p_merchant_id
            AND (CASE WHEN o.remaining_cents > 0 THEN o.customer_id END) = p_customer_id
            AND o.expires_at <= customer.balance_as_of) open_lot
    WHERE l.merchant_id = p_merchant_id AND l.id = open_lot.id
    RETURNING l.id, open_lot.remaining_cents
  LOOP
    running_cents := running_cents - expired.remaining_cents;
    INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
      balance_after_cents, created_at)
    VALUES (p_merchant_id, p_customer_id, expired.id, 'expiry', expired.id, -expired.remaining_cents,
      running_cents, customer.balance_as_of);
  END LOOP;

  UPDATE customers c
  SET available_cents = s.available_cents, cashback_balance_cents = s.balance_cents,
    balance_as_of = customer.balance_as_of, balance_changes_at = s.changes_at
  FROM open_lots_summary(p_merchant_id, p_customer_id, customer.balance_as_of) s
  WHERE c.merchant_id = p_merchant_id AND c.id = p_customer_id
  RETURNING c.* INTO customer;
  RETURN customer;
END
$$;

REVOKE ALL ON FUNCTION settle_customer(uuid, uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION settle_customer(uuid, uuid) TO cashback_app, cashback_worker;

-- prisma/functions/limits/count_call.sql
-- Called by api/src/limits/call-counts.sql.ts while no Redis counts for all processes: adds one call to each
-- count, or to none where one is full, and returns which, from 0, and for how long. The caller's own count
-- comes first in every list, so transactions that wait for each other's rows never wait in a circle.
-- In the database so that all processes share the counts.
CREATE OR REPLACE FUNCTION operations.count_call(
  p_keys text[], p_limits integer[], p_holds text[], p_windows_ms integer[],
  OUT excess integer, OUT remaining_ms integer
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_window interval;
  v_count integer;
  v_ends_at timestamptz;
  v_is_past_threshold boolean := false;
BEGIN
  FOR place IN 1 .. cardinality(p_keys) LOOP
    v_window := p_windows_ms[place] * interval '1 millisecond';
    -- A window that ends too late began before the clock was set back: start another.
    INSERT INTO operations.call_counts AS c (key, count, ends_at) VALUES (p_keys[place], 1, v_now + v_window)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN c.ends_at > v_now AND c.ends_at <= v_now + v_window THEN c.count + 1 ELSE 1 END,
      ends_at = CASE WHEN c.ends_at > v_now AND c.ends_at <= v_now + v_window THEN c.ends_at
        ELSE v_now + v_window END
    RETURNING c.count, c.ends_at INTO v_count, v_ends_at;
    CONTINUE WHEN v_count <= p_limits[place];
    IF p_holds[place] = 'threshold' THEN
      v_is_past_threshold := true;
    ELSIF p_holds[place] = 'always' OR v_is_past_threshold THEN
      excess := place - 1;
      remaining_ms := extract(epoch FROM v_ends_at - v_now) * 1000;
      PERFORM operations.take_back_call(p_keys[1:place]);
      RETURN;
    END IF;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION operations.count_call(text[], integer[], text[], integer[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION operations.count_call(text[], integer[], text[], integer[]) TO cashback_app;

-- prisma/functions/limits/take_back_call.sql
-- Called by operations.count_call and api/src/limits/call-counts.sql.ts: takes one call out of the counts, in
-- the order in which it was added.
-- In the database because operations.count_call needs it.
CREATE OR REPLACE FUNCTION operations.take_back_call(p_keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  FOR place IN 1 .. cardinality(p_keys) LOOP
    UPDATE operations.call_counts SET count = count - 1 WHERE key = p_keys[place] AND count > 0;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION operations.take_back_call(text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION operations.take_back_call(text[]) TO cashback_app;

-- prisma/functions/merchants/keep_merchant_slug.sql
-- Trigger of merchants: keeps every slug that a merchant has had, so that no other merchant can take it.
-- A trigger, so that no path that changes a slug can forget it.
CREATE OR REPLACE FUNCTION keep_merchant_slug() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.merchant_slugs (merchant_id, signup_link_slug) VALUES (NEW.id, NEW.signup_link_slug)
    ON CONFLICT (merchant_id, signup_link_slug) DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_merchant_slug() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_merchant_slug AFTER INSERT OR UPDATE OF signup_link_slug ON merchants
  FOR EACH ROW EXECUTE FUNCTION keep_merchant_slug();

-- prisma/functions/merchants/merchant_ids.sql
-- Called by api/src/ledger/verify-ledger.sql.ts: all merchants, a page at a time, for jobs and commands over
-- all.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchant_ids(p_after uuid, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m WHERE m.id > p_after ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchant_ids(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchant_ids(uuid, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchant_ids(uuid, integer) OWNER TO cashback_lookup;

-- prisma/functions/redemptions/confirm_redemption.sql
-- Called by api/src/redemptions/redemptions.sql.ts: debits each confirmed redemption once, from the lots that
-- expire first, then the oldest, then by id; lots that never expire come last.
-- outcome: confirmed | repeated | insufficient | unknown. confirmed_at: of a repeat only.
-- In the database for the same reasons as confirm_cashback.
CREATE OR REPLACE FUNCTION confirm_redemption(p_token_hashes bytea[], p_host_merchant_ids uuid[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, redemption_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, phone text, amount_cents bigint,
    available_cents bigint, confirmed_at timestamptz, answered_at timestamptz
  )
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := money_now();
  item record;
  redemption redemptions;
  customer customers;
  merchant merchants;
  lot record;
  open_cents bigint;
  taken_cents bigint;
  running_cents bigint;
BEGIN
  FOR item IN
    SELECT u.ordinal::integer AS ordinal, r.merchant_id, r.id, r.customer_id
    FROM unnest(p_token_hashes, p_host_merchant_ids)
      WITH ORDINALITY AS u (token_hash, host_merchant_id, ordinal)
    LEFT JOIN LATERAL lookup.redemption_by_token(u.token_hash) r
      ON u.host_merchant_id IS NULL OR u.host_merchant_id = r.merchant_id
    -- The lock order of confirm_cashback.
    ORDER BY r.customer_id, u.ordinal
  LOOP
    ordinal := item.ordinal;
    outcome := 'unknown';
    confirmed_at := NULL;
    answered_at := moment;
    merchant_id := NULL;
    IF item.id IS NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    PERFORM set_config('app.merchant_id', item.merchant_id::text, true);
    customer := settle_customer(item.merchant_id, item.customer_id);
    SELECT * INTO redemption FROM redemptions r WHERE r.merchant_id = item.merchant_id AND r.id = item.id;
    -- A merge between the look-up and the lock moved the redemption to another customer.
    WHILE redemption.customer_id <> customer.id LOOP
      customer := settle_customer(item.merchant_id, redemption.customer_id);
      SELECT * INTO redemption FROM redemptions r WHERE r.merchant_id = item.merchant_id AND r.id = item.id;
    END LOOP;
    SELECT * INTO merchant FROM merchants m WHERE m.id = item.merchant_id;

    IF redemption.status = 'completed' THEN
      outcome := 'repeated';
      confirmed_at := redemption.completed_at;
    ELSIF redemption.status <> 'pending' OR redemption.token_expires_at <= moment THEN
      RETURN NEXT;
      CONTINUE;
    ELSIF customer.available_cents < redemption.amount_cents THEN
      outcome := 'insufficient';
      RETURN NEXT;
      CONTINUE;
    ELSE
      outcome := 'confirmed';
      open_cents := redemption.amount_cents;
      running_cents := customer.cashback_balance_cents;
      FOR lot IN
        SELECT l.id, l.remaining_cents FROM cashback_lots l
        WHERE l.merchant_id = redemption.merchant_id
          AND (CASE WHEN l.remaining_cents > 0 THEN l.customer_id END) = redemption.customer_id
          AND l.available_at <= customer.balance_as_of
          AND (l.expires_at IS NULL OR l.expires_at > customer.balance_as_of)
        ORDER BY l.expires_at NULLS LAST, l.created_at, l.id
      LOOP
        EXIT WHEN open_cents = 0;
        taken_cents := least(open_cents, lot.remaining_cents);
        open_cents := open_cents - taken_cents;
        running_cents := running_cents - taken_cents;
        UPDATE cashback_lots l SET remaining_cents = l.remaining_cents - taken_cents
        WHERE l.merchant_id = redemption.merchant_id AND l.id = lot.id;
        INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
          balance_after_cents, created_at)
        VALUES (redemption.merchant_id, redemption.customer_id, lot.id, 'redemption', redemption.id,
          -taken_cents, running_cents, customer.balance_as_of);
      END LOOP;
      IF open_cents > 0 THEN
        RAISE EXCEPTION 'lots do not cover the cached balance of customer %', redemption.customer_id;
      END IF;
      UPDATE redemptions r SET status = 'completed', completed_at = customer.balance_as_of
      WHERE r.merchant_id = redemption.merchant_id AND r.id = redemption.id;
      UPDATE customers c SET
        available_cents = c.available_cents - redemption.amount_cents,
        cashback_balance_cents = c.cashback_balance_cents - redemption.amount_cents,
        balance_as_of = customer.balance_as_of
      WHERE c.merchant_id = redemption.merchant_id AND c.id = redemption.customer_id
      RETURNING c.* INTO customer;
    END IF;

    merchant_id := item.merchant_id;
    redemption_id := redemption.id;
    merchant_name := merchant.name;
    signup_link_slug := merchant.signup_link_slug;
    logo_url := merchant.logo_url;
    brand_color := merchant.brand_color;
    phone := customer.phone;
    amount_cents := redemption.amount_cents;
    available_cents := customer.available_cents;
    RETURN NEXT;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION confirm_redemption(bytea[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_redemption(bytea[], uuid[]) TO cashback_app;

-- prisma/functions/redemptions/redemption_by_token.sql
-- Called by confirm_redemption and api/src/pages/page-merchant.sql.ts: the redemption of a token, by its
-- SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.redemption_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid, customer_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT r.merchant_id, r.id, r.customer_id FROM public.redemptions r WHERE r.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.redemption_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.redemption_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.redemption_by_token(bytea) OWNER TO cashback_lookup;

-- prisma/functions/redemptions/refuse_held_redemption.sql
-- Triggers of redemptions: refuses to make or complete a redemption while the merchant's ledger does not add
-- up. api/src/lib/database-errors.ts knows its error by the code RH001.
-- A trigger, so that no path can redeem around the hold.
CREATE OR REPLACE FUNCTION refuse_held_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM operations.alarms a
             WHERE a.kind = 'redemptions_held' AND a.merchant_id = NEW.merchant_id AND a.ended_at IS NULL)
  THEN
    RAISE EXCEPTION 'redemptions of merchant % are held', NEW.merchant_id USING ERRCODE = 'RH001';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_held_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_held_redemption BEFORE INSERT ON redemptions FOR EACH ROW
  EXECUTE FUNCTION refuse_held_redemption();
CREATE OR REPLACE TRIGGER refuse_held_completion BEFORE UPDATE ON redemptions FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'completed')
  EXECUTE FUNCTION refuse_held_redemption();

-- prisma/functions/rollups/apply_rollup_changes.sql
-- Called by open_rollups and api/src/rollups/recomputed-rollups.sql.ts: applies the merchant's oldest
-- recorded changes, p_limit at most, to the rollups and returns how many. One statement has one snapshot: a
-- change that it does not see stays recorded. The caller holds the merchant's lock, see lock_rollups.
-- In the database so that the changes are applied without a round trip for each table.
CREATE OR REPLACE FUNCTION apply_rollup_changes(p_merchant_id uuid, p_limit integer) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  applied integer;
BEGIN
  WITH taken AS (
    DELETE FROM rollup_changes c
    WHERE c.merchant_id = p_merchant_id AND c.id = ANY (ARRAY(
      SELECT o.id FROM rollup_changes o WHERE o.merchant_id = p_merchant_id ORDER BY o.id LIMIT p_limit))
    RETURNING c.*
  ), days AS (
    INSERT INTO daily_rollups AS f (merchant_id, day, purchases, revenue_cents, cashback_cents,
      unconfirmed_purchases, unconfirmed_cents, redemptions, redeemed_cents, new_customers)
    SELECT p_merchant_id, day, coalesce(sum(purchases), 0), coalesce(sum(revenue_cents), 0),
      coalesce(sum(cashback_cents), 0), coalesce(sum(unconfirmed_purchases), 0),
      coalesce(sum(unconfirmed_cents), 0), coalesce(sum(redemptions), 0), coalesce(sum(redeemed_cents), 0),
      coalesce(sum(new_customers), 0)
    FROM taken
    WHERE day IS NOT NULL AND num_nonnulls(purchases, unconfirmed_purchases, redemptions, new_customers) > 0
    GROUP BY day ORDER BY day
    ON CONFLICT (merchant_id, day) DO UPDATE SET
      purchases = f.purchases + excluded.purchases, revenue_cents = f.revenue_cents + excluded.revenue_cents,
      cashback_cents = f.cashback_cents + excluded.cashback_cents,
      unconfirmed_purchases = f.unconfirmed_purchases + excluded.unconfirmed_purchases,
      unconfirmed_cents = f.unconfirmed_cents + excluded.unconfirmed_cents,
      redemptions = f.redemptions + excluded.redemptions,
      redeemed_cents = f.redeemed_cents + excluded.redeemed_cents,
      new_customers = f.new_customers + excluded.new_customers
  ), employees AS (
    INSERT INTO daily_employee_rollups AS f (merchant_id, day, employee_id, purchases, revenue_cents,
      cashback_cents, unconfirmed_purchases, unconfirmed_cents, redemptions, redeemed_cents)
    SELECT p_merchant_id, day, employee_id, coalesce(sum(purchases), 0), coalesce(sum(revenue_cents), 0),
      coalesce(sum(cashback_cents), 0), coalesce(sum(unconfirmed_purchases), 0),
      coalesce(sum(unconfirmed_cents), 0), coalesce(sum(redemptions), 0), coalesce(sum(redeemed_cents), 0)
    FROM taken
    WHERE employee_id IS NOT NULL
    GROUP BY day, employee_id ORDER BY day, employee_id
    ON CONFLICT (merchant_id, day, employee_id) DO UPDATE SET
      purchases = f.purchases + excluded.purchases, revenue_cents = f.revenue_cents + excluded.revenue_cents,
      cashback_cents = f.cashback_cents + excluded.cashback_cents,
      unconfirmed_purchases = f.unconfirmed_purchases + excluded.unconfirmed_purchases,
      unconfirmed_cents = f.unconfirmed_cents + excluded.unconfirmed_cents,
      redemptions = f.redemptions + excluded.redemptions,
      redeemed_cents = f.redeemed_cents + excluded.redeemed_cents
  ), visits_taken AS (
    SELECT day, previous_day, sum(visits) AS visits FROM taken
    WHERE visits IS NOT NULL GROUP BY day, previous_day
  ), visits AS (
    INSERT INTO visit_rollups AS f (merchant_id, day, previous_day, visits)
    SELECT p_merchant_id, day, previous_day, visits FROM visits_taken
    WHERE visits <> 0 ORDER BY day, previous_day
    ON CONFLICT (merchant_id, day, previous_day) DO UPDATE SET visits = f.visits + excluded.visits
  ), visit_months AS (
    INSERT INTO visit_month_rollups AS f (merchant_id, day, previous_month, visits)
    SELECT p_merchant_id, day, month_of(previous_day), sum(visits) FROM visits_taken
    GROUP BY day, month_of(previous_day)
    HAVING sum(visits) <> 0 ORDER BY 2, 3
    ON CONFLICT (merchant_id, day, previous_month) DO UPDATE SET visits = f.visits + excluded.visits
  ), cohorts AS (
    INSERT INTO cohort_rollups AS f (merchant_id, cohort_month, month, customers, spent_cents)
    SELECT p_merchant_id, cohort_month, month_of(day), sum(cohort_customers), sum(cohort_cents)
    FROM taken WHERE cohort_month IS NOT NULL GROUP BY cohort_month, month_of(day)
    HAVING sum(cohort_customers) <> 0 OR sum(cohort_cents) <> 0 ORDER BY 2, 3
    ON CONFLICT (merchant_id, cohort_month, month) DO UPDATE SET
      customers = f.customers + excluded.customers, spent_cents = f.spent_cents + excluded.spent_cents
  ), lots AS (
    INSERT INTO lot_rollups AS f (merchant_id, available_at, expires_at, remaining_cents, expired_cents)
    SELECT p_merchant_id, available_at, expires_at, sum(remaining_cents), sum(expired_cents)
    FROM taken WHERE expires_at IS NOT NULL GROUP BY available_at, expires_at
    HAVING sum(remaining_cents) <> 0 OR sum(expired_cents) <> 0 ORDER BY expires_at, available_at
    ON CONFLICT (merchant_id, expires_at, available_at) DO UPDATE SET
      remaining_cents = f.remaining_cents + excluded.remaining_cents,
      expired_cents = f.expired_cents + excluded.expired_cents
  ), changed_customers AS (
    -- Each change of a customer was made under the lock of its row, so the newest id has the current days.
    SELECT customer_id, sum(customer_purchases) AS purchases, sum(spent_cents) AS spent_cents,
      (array_agg(first_day ORDER BY id DESC))[1] AS first_day,
      (array_agg(last_day ORDER BY id DESC))[1] AS last_day
    FROM taken WHERE customer_id IS NOT NULL GROUP BY customer_id
  ), customers_before AS (
    SELECT c.* FROM customer_rollups c
    WHERE c.merchant_id = p_merchant_id AND c.customer_id = ANY (
      ARRAY(SELECT customer_id FROM changed_customers))
  ), customers_after AS (
    INSERT INTO customer_rollups AS f (merchant_id, customer_id, first_day, last_day, purchases, spent_cents)
    SELECT p_merchant_id, customer_id, first_day, last_day, purchases, spent_cents
    FROM changed_customers ORDER BY customer_id
    ON CONFLICT (merchant_id, customer_id) DO UPDATE SET
      first_day = excluded.first_day, last_day = excluded.last_day,
      purchases = f.purchases + excluded.purchases, spent_cents = f.spent_cents + excluded.spent_cents
    RETURNING f.*
  ), segments AS (
    INSERT INTO segment_rollups AS f (merchant_id, edge, day, frequency_class, value_class, customers,
      spent_cents)
    SELECT p_merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents),
      sum(c.sign), sum(c.sign * c.spent_cents)
    FROM (SELECT -1 AS sign, b.* FROM customers_before b UNION ALL SELECT 1, a.* FROM customers_after a) c,
      LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
    WHERE edge.day IS NOT NULL
    GROUP BY 2, 3, 4, 5
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.spent_cents) <> 0 ORDER BY 2, 3, 4, 5
    ON CONFLICT (merchant_id, edge, day, frequency_class, value_class) DO UPDATE SET
      customers = f.customers + excluded.customers, spent_cents = f.spent_cents + excluded.spent_cents
  )
  SELECT count(*) INTO applied FROM taken;
  RETURN applied;
END
$$;

REVOKE ALL ON FUNCTION apply_rollup_changes(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION apply_rollup_changes(uuid, integer) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/frequency_class.sql
-- Called by apply_rollup_changes, recompute_segment_rollups and the SQL of api/src/reports/segments.sql.ts:
-- 1 for one purchase, 2 for two or three, 3 for more.
-- In the database because apply_rollup_changes needs it.
CREATE OR REPLACE FUNCTION frequency_class(p_purchases integer) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT (CASE WHEN p_purchases >= 4 THEN 3 WHEN p_purchases >= 2 THEN 2 ELSE 1 END)::smallint
$$;

REVOKE ALL ON FUNCTION frequency_class(integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION frequency_class(integer) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/lock_rollups.sql
-- Called by open_rollups and api/src/rollups/recomputed-rollups.sql.ts: until the transaction ends, no
-- other one applies this merchant's changes or rebuilds its rollups. Purchases never take this lock.
-- In the database so that all callers take the same lock.
CREATE OR REPLACE FUNCTION lock_rollups(p_merchant_id uuid) RETURNS void
LANGUAGE sql
AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('rollups:' || p_merchant_id, 0))
$$;

REVOKE ALL ON FUNCTION lock_rollups(uuid) FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lock_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/merchants_with_due_rollups.sql
-- Called by api/src/rollups/rollups.sql.ts, by the job: merchants with recorded changes or without rollups.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_with_due_rollups(p_after uuid, p_limit integer)
  RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  WHERE m.id > p_after
    AND (EXISTS (SELECT FROM public.rollup_changes c WHERE c.merchant_id = m.id)
      OR NOT EXISTS (SELECT FROM public.rollup_states s
        WHERE s.merchant_id = m.id AND s.built_at IS NOT NULL))
  ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_with_due_rollups(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_with_due_rollups(uuid, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_with_due_rollups(uuid, integer) OWNER TO cashback_lookup;

-- prisma/functions/rollups/month_of.sql
-- Called by the functions of this folder and the SQL of api/src/reports/dashboard.sql.ts: the first day of
-- the month.
-- In the database because apply_rollup_changes needs it.
CREATE OR REPLACE FUNCTION month_of(p_day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT date_trunc('month', p_day::timestamp)::date
$$;

REVOKE ALL ON FUNCTION month_of(date) FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION month_of(date) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/open_rollups.sql
-- Called by api/src/rollups/rollups.sql.ts at the start of every read of the rollups: takes the lock, then
-- applies all changes committed by now, each in a statement and snapshot of its own. is_applied is false
-- when more than p_limit changes waited, is_built is false when the rollups were never built.
-- In the database so that a read of the rollups begins with one round trip.
CREATE OR REPLACE FUNCTION open_rollups(p_merchant_id uuid, p_limit integer, OUT is_applied boolean,
  OUT is_built boolean)
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM lock_rollups(p_merchant_id);
  is_applied := NOT EXISTS (SELECT FROM rollup_changes c WHERE c.merchant_id = p_merchant_id)
    OR apply_rollup_changes(p_merchant_id, p_limit) < p_limit;
  SELECT coalesce(bool_or(s.built_at IS NOT NULL), false) INTO is_built FROM rollup_states s
  WHERE s.merchant_id = p_merchant_id;
END
$$;

REVOKE ALL ON FUNCTION open_rollups(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION open_rollups(uuid, integer) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_cohort_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: cohort_rollups as computed from the merchant's rows
-- alone: customers and amounts of a month by the month of the first purchase. Rebuilding stores it,
-- verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of cohort_rollups.
CREATE OR REPLACE FUNCTION recompute_cohort_rollups(p_merchant_id uuid) RETURNS SETOF cohort_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, month_of(v.first_day), month_of(v.day), count(DISTINCT v.customer_id)::integer,
    sum(v.cents)::bigint
  FROM recompute_visits(p_merchant_id) v GROUP BY 2, 3
$$;

REVOKE ALL ON FUNCTION recompute_cohort_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_cohort_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_customer_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: customer_rollups as computed from the merchant's
-- rows alone: first and last day, number and sum of each customer's purchases. Rebuilding stores it,
-- verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of customer_rollups.
CREATE OR REPLACE FUNCTION recompute_customer_rollups(p_merchant_id uuid) RETURNS SETOF customer_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, v.customer_id, min(v.day), max(v.day), sum(v.purchases)::integer, sum(v.cents)::bigint
  FROM recompute_visits(p_merchant_id) v GROUP BY 2
$$;

REVOKE ALL ON FUNCTION recompute_customer_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_customer_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_daily_employee_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: daily_employee_rollups as computed from the
-- merchant's rows alone: purchases and redemptions of a day by employee. Rebuilding stores it, verifying
-- compares with it.
-- In the database so that rebuilding and verifying share one definition of daily_employee_rollups.
CREATE OR REPLACE FUNCTION recompute_daily_employee_rollups(p_merchant_id uuid)
  RETURNS SETOF daily_employee_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, day, employee_id, sum(purchases)::integer, sum(revenue)::bigint,
    sum(cashback)::bigint, sum(unconfirmed_purchases)::integer, sum(unconfirmed)::bigint,
    sum(redemptions)::integer, sum(redeemed)::bigint
  FROM (
    SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day, t.employee_id, count(*) AS purchases,
      sum(t.amount_cents - t.reversed_amount_cents) AS revenue,
      sum(t.cashback_cents - t.reversed_cashback_cents) AS cashback,
      count(*) FILTER (WHERE NOT t.qr_scanned AND t.cashback_cents > t.reversed_cashback_cents)
        AS unconfirmed_purchases,
      coalesce(sum(t.cashback_cents - t.reversed_cashback_cents) FILTER (WHERE NOT t.qr_scanned), 0)
        AS unconfirmed,
      0 AS redemptions, 0 AS redeemed
    FROM transactions t JOIN merchants m ON m.id = t.merchant_id
    WHERE t.merchant_id = p_merchant_id AND t.status = 'completed'
    GROUP BY 1, 2
    UNION ALL
    SELECT (r.created_at AT TIME ZONE m.time_zone)::date, r.employee_id, 0, 0, 0, 0, 0, count(*),
      sum(r.amount_cents)
    FROM redemptions r JOIN merchants m ON m.id = r.merchant_id
    WHERE r.merchant_id = p_merchant_id AND r.status = 'completed'
    GROUP BY 1, 2
  ) done
  GROUP BY day, employee_id
$$;

REVOKE ALL ON FUNCTION recompute_daily_employee_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_daily_employee_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_daily_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: daily_rollups as computed from the merchant's rows
-- alone: purchases, redemptions and registrations of a day. Rebuilding stores it, verifying compares with
-- it.
-- In the database so that rebuilding and verifying share one definition of daily_rollups.
CREATE OR REPLACE FUNCTION recompute_daily_rollups(p_merchant_id uuid) RETURNS SETOF daily_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, day, sum(purchases)::integer, sum(revenue_cents)::bigint, sum(cashback_cents)::bigint,
    sum(unconfirmed_purchases)::integer, sum(unconfirmed_cents)::bigint, sum(redemptions)::integer,
    sum(redeemed_cents)::bigint, sum(new_customers)::integer
  FROM (
    SELECT day, purchases, revenue_cents, cashback_cents, unconfirmed_purchases, unconfirmed_cents,
      redemptions, redeemed_cents, 0 AS new_customers
    FROM recompute_daily_employee_rollups(p_merchant_id)
    UNION ALL
    SELECT (c.created_at AT TIME ZONE m.time_zone)::date, 0, 0, 0, 0, 0, 0, 0, count(*)
    FROM customers c JOIN merchants m ON m.id = c.merchant_id
    WHERE c.merchant_id = p_merchant_id AND c.merged_into_id IS NULL
    GROUP BY 1
  ) done
  GROUP BY day
$$;

REVOKE ALL ON FUNCTION recompute_daily_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_daily_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_lot_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: lot_rollups as computed from the merchant's rows
-- alone: what is left of lots and expired in them, by when they become available and expire. Rebuilding
-- stores it, verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of lot_rollups.
CREATE OR REPLACE FUNCTION recompute_lot_rollups(p_merchant_id uuid) RETURNS SETOF lot_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, CASE WHEN l.maturing_days = 0 THEN '-infinity' ELSE l.available_at END,
    coalesce(l.expires_at, 'infinity'), sum(l.remaining_cents)::bigint,
    sum(coalesce(e.expired_cents, 0))::bigint
  FROM cashback_lots l
  LEFT JOIN (SELECT lot_id, -sum(amount_cents) AS expired_cents FROM ledger_entries
             WHERE merchant_id = p_merchant_id AND kind IN ('expiry', 'expiry_reversal') GROUP BY lot_id) e
    ON e.lot_id = l.id
  WHERE l.merchant_id = p_merchant_id
  GROUP BY 2, 3 HAVING sum(l.remaining_cents) <> 0 OR sum(coalesce(e.expired_cents, 0)) <> 0
$$;

REVOKE ALL ON FUNCTION recompute_lot_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_lot_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_segment_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: segment_rollups as computed from the merchant's rows
-- alone: customers of a first or last day by how often and for how much they bought. Rebuilding stores it,
-- verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of segment_rollups.
CREATE OR REPLACE FUNCTION recompute_segment_rollups(p_merchant_id uuid) RETURNS SETOF segment_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents),
    count(*)::integer, sum(c.spent_cents)::bigint
  FROM recompute_customer_rollups(p_merchant_id) c,
    LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
  GROUP BY 2, 3, 4, 5
$$;

REVOKE ALL ON FUNCTION recompute_segment_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_segment_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_visit_month_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: visit_month_rollups as computed from the merchant's
-- rows alone: visits of a day by the month of the visit before. Rebuilding stores it, verifying compares
-- with it.
-- In the database so that rebuilding and verifying share one definition of visit_month_rollups.
CREATE OR REPLACE FUNCTION recompute_visit_month_rollups(p_merchant_id uuid) RETURNS SETOF visit_month_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, v.day, month_of(coalesce(v.previous_day, '-infinity')), count(*)::integer
  FROM recompute_visits(p_merchant_id) v GROUP BY 2, 3
$$;

REVOKE ALL ON FUNCTION recompute_visit_month_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_visit_month_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_visit_rollups.sql
-- Called by api/src/rollups/recomputed-rollups.sql.ts: visit_rollups as computed from the merchant's rows
-- alone: visits of a day by the day of the visit before. Rebuilding stores it, verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of visit_rollups.
CREATE OR REPLACE FUNCTION recompute_visit_rollups(p_merchant_id uuid) RETURNS SETOF visit_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, v.day, coalesce(v.previous_day, '-infinity'), count(*)::integer
  FROM recompute_visits(p_merchant_id) v GROUP BY 2, 3
$$;

REVOKE ALL ON FUNCTION recompute_visit_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_visit_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/recompute_visits.sql
-- Called by the other recompute_… functions: the days on which each customer bought, each with the day
-- before and the first of all.
-- In the database because they need it.
CREATE OR REPLACE FUNCTION recompute_visits(p_merchant_id uuid)
  RETURNS TABLE (customer_id uuid, day date, purchases bigint, cents bigint, previous_day date,
    first_day date)
LANGUAGE sql STABLE
AS $$
  SELECT d.customer_id, d.day, d.purchases, d.cents, lag(d.day) OVER w, first_value(d.day) OVER w
  FROM (
    SELECT t.customer_id, (t.created_at AT TIME ZONE m.time_zone)::date AS day, count(*) AS purchases,
      sum(t.amount_cents - t.reversed_amount_cents)::bigint AS cents
    FROM transactions t JOIN merchants m ON m.id = t.merchant_id
    WHERE t.merchant_id = p_merchant_id AND t.status = 'completed'
    GROUP BY 1, 2
  ) d
  WINDOW w AS (PARTITION BY d.customer_id ORDER BY d.day)
$$;

REVOKE ALL ON FUNCTION recompute_visits(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_visits(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/record_changed_purchase.sql
-- Trigger of transactions: records for the rollups that a purchase was reversed, as a whole or in part. Its
-- amounts at the confirmation are recorded with the credit. A trigger, so that every path that reverses keeps
-- the rollups right.
CREATE OR REPLACE FUNCTION record_changed_purchase() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  zone text;
  before_count integer := (OLD.status = 'completed')::integer;
  after_count integer := (NEW.status = 'completed')::integer;
  before_revenue bigint := before_count * (OLD.amount_cents - OLD.reversed_amount_cents);
  after_revenue bigint := after_count * (NEW.amount_cents - NEW.reversed_amount_cents);
  before_cashback bigint := before_count * (OLD.cashback_cents - OLD.reversed_cashback_cents);
  after_cashback bigint := after_count * (NEW.cashback_cents - NEW.reversed_cashback_cents);
  is_open boolean := NOT NEW.qr_scanned;
BEGIN
  SELECT m.time_zone INTO zone FROM merchants m WHERE m.id = NEW.merchant_id;
  INSERT INTO rollup_changes (merchant_id, day, employee_id, purchases, revenue_cents, cashback_cents,
    unconfirmed_purchases, unconfirmed_cents)
  VALUES (NEW.merchant_id, (NEW.created_at AT TIME ZONE zone)::date, NEW.employee_id,
    after_count - before_count, after_revenue - before_revenue, after_cashback - before_cashback,
    CASE WHEN is_open THEN (after_cashback > 0)::integer - (before_cashback > 0)::integer ELSE 0 END,
    CASE WHEN is_open THEN after_cashback - before_cashback ELSE 0 END);

  IF before_count = after_count THEN
    INSERT INTO rollup_changes (merchant_id, day, cohort_month, cohort_customers, cohort_cents,
      customer_id, customer_purchases, spent_cents, first_day, last_day)
    SELECT NEW.merchant_id, (NEW.created_at AT TIME ZONE zone)::date, month_of(min(v.day)), 0,
      after_revenue - before_revenue, NEW.customer_id, 0, after_revenue - before_revenue, min(v.day),
      max(v.day)
    FROM visits_of_customer(NEW.merchant_id, NEW.customer_id, NULL, NULL, NULL) v
    HAVING count(*) > 0;
  ELSIF after_count = 0 THEN
    PERFORM record_visits(-1, NEW.merchant_id, NEW.customer_id, p_with => NEW.id,
      p_with_cents => before_revenue);
    PERFORM record_visits(1, NEW.merchant_id, NEW.customer_id);
  ELSE
    PERFORM record_visits(-1, NEW.merchant_id, NEW.customer_id, p_without => NEW.id);
    PERFORM record_visits(1, NEW.merchant_id, NEW.customer_id);
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_changed_purchase() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_changed_purchase AFTER UPDATE ON transactions FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.reversed_amount_cents <> NEW.reversed_amount_cents)
  EXECUTE FUNCTION record_changed_purchase();

-- prisma/functions/rollups/record_changed_registration.sql
-- Trigger of customers: a merged record is no longer a customer, and the other takes the earlier
-- registration date.
-- A trigger, so that every path that changes either keeps the rollups right.
CREATE OR REPLACE FUNCTION record_changed_registration() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, new_customers)
  SELECT m.id, (moved.created_at AT TIME ZONE m.time_zone)::date, moved.customers
  FROM merchants m, (VALUES (OLD.created_at, OLD.merged_into_id, -1), (NEW.created_at, NEW.merged_into_id, 1))
    AS moved (created_at, merged_into_id, customers)
  WHERE m.id = NEW.merchant_id AND moved.merged_into_id IS NULL;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_changed_registration() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_changed_registration AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.created_at <> NEW.created_at OR OLD.merged_into_id IS DISTINCT FROM NEW.merged_into_id)
  EXECUTE FUNCTION record_changed_registration();

-- prisma/functions/rollups/record_customer_after_merge.sql
-- Trigger of customers: enters the merged record into the rollups, see record_customers_before_merge.
-- A trigger for the same reason.
CREATE OR REPLACE FUNCTION record_customer_after_merge() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM record_visits(1, NEW.merchant_id, NEW.merged_into_id);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_customer_after_merge() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_customer_after_merge AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.merged_into_id IS NULL AND NEW.merged_into_id IS NOT NULL)
  EXECUTE FUNCTION record_customer_after_merge();

-- prisma/functions/rollups/record_customers_before_merge.sql
-- Trigger of customer_merges: both records leave the rollups before their purchases are joined;
-- record_customer_after_merge enters what they are together.
-- A trigger, so that every path that merges keeps the rollups right.
CREATE OR REPLACE FUNCTION record_customers_before_merge() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM record_visits(-1, NEW.merchant_id, NEW.source_customer_id);
  PERFORM record_visits(-1, NEW.merchant_id, NEW.target_customer_id);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_customers_before_merge() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_customers_before_merge AFTER INSERT ON customer_merges FOR EACH ROW
  EXECUTE FUNCTION record_customers_before_merge();

-- prisma/functions/rollups/record_ledger_entry.sql
-- Trigger of ledger_entries: records for the rollups how an entry changes its lot. The accrual of a
-- confirmation, by far the most frequent, is recorded by confirm_cashback, which has the values at hand. An
-- undone expiry has not expired.
-- A trigger, so that every path that writes the ledger keeps the rollups right.
CREATE OR REPLACE FUNCTION record_ledger_entry() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, available_at, expires_at, remaining_cents, expired_cents)
  SELECT NEW.merchant_id, CASE WHEN l.maturing_days = 0 THEN '-infinity' ELSE l.available_at END,
    coalesce(l.expires_at, 'infinity'), NEW.amount_cents, CASE WHEN NEW.kind IN ('expiry', 'expiry_reversal')
      THEN -NEW.amount_cents ELSE 0 END
  FROM cashback_lots l WHERE l.merchant_id = NEW.merchant_id AND l.id = NEW.lot_id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_ledger_entry() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_ledger_entry AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.kind <> 'accrual')
  EXECUTE FUNCTION record_ledger_entry();

-- prisma/functions/rollups/record_new_customer.sql
-- Trigger of customers: records a registration for the rollups, in the merchant's day. A row's trigger,
-- because a statement's would run for every purchase, whose customer mostly exists.
-- A trigger, so that every path that adds a customer keeps the rollups right.
CREATE OR REPLACE FUNCTION record_new_customer() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, new_customers)
  SELECT m.id, (NEW.created_at AT TIME ZONE m.time_zone)::date, 1 FROM merchants m
    WHERE m.id = NEW.merchant_id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_new_customer() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_customer AFTER INSERT ON customers FOR EACH ROW
  WHEN (NEW.merged_into_id IS NULL)
  EXECUTE FUNCTION record_new_customer();

-- prisma/functions/rollups/record_new_purchases.sql
-- Trigger of transactions: records a new purchase for the rollups, one row from three probes of one index.
-- The customer's row is locked by then, so no other purchase of the same customer is under way. A late
-- purchase, on a day before the customer's last, records all visits of the customer again. Many purchases
-- in one statement come from an import: the merchant's rollups are rebuilt before they are read again.
-- A trigger, so that every path that adds a purchase keeps the rollups right. It runs with the rights of
-- that path.
CREATE OR REPLACE FUNCTION record_new_purchases() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  purchase record;
  is_late boolean;
BEGIN
  SELECT n.*, count(*) OVER () AS purchases_in_statement,
    n.amount_cents - n.reversed_amount_cents AS net_revenue,
    n.cashback_cents - n.reversed_cashback_cents AS net_cashback,
    (n.created_at AT TIME ZONE m.time_zone)::date AS day,
    (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
     WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
       AND t.id <> n.id
     ORDER BY t.created_at DESC LIMIT 1) AS latest_day,
    (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
     WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
     ORDER BY t.created_at LIMIT 1) AS first_day
  INTO purchase FROM new_rows n JOIN merchants m ON m.id = n.merchant_id LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF purchase.purchases_in_statement > 1 THEN
    INSERT INTO rollup_states (merchant_id) SELECT DISTINCT n.merchant_id FROM new_rows n
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
    RETURN NULL;
  ELSIF purchase.status <> 'completed' THEN
    RETURN NULL;
  END IF;

  is_late := coalesce(purchase.latest_day > purchase.day, false);
  IF is_late THEN
    PERFORM record_visits(-1, purchase.merchant_id, purchase.customer_id, p_without => purchase.id);
    PERFORM record_visits(1, purchase.merchant_id, purchase.customer_id);
  END IF;
  INSERT INTO rollup_changes (merchant_id, day, employee_id, purchases, revenue_cents, cashback_cents,
    unconfirmed_purchases, unconfirmed_cents, visits, previous_day, cohort_month, cohort_customers,
    cohort_cents, customer_id, customer_purchases, spent_cents, first_day, last_day)
  VALUES (purchase.merchant_id, purchase.day, purchase.employee_id, 1, purchase.net_revenue,
    purchase.net_cashback,
    CASE WHEN purchase.qr_scanned OR purchase.net_cashback = 0 THEN 0 ELSE 1 END,
    CASE WHEN purchase.qr_scanned THEN 0 ELSE purchase.net_cashback END,
    -- For a late purchase, record_visits above has recorded the rest.
    CASE WHEN NOT is_late AND purchase.latest_day IS DISTINCT FROM purchase.day THEN 1 END,
    coalesce(purchase.latest_day, '-infinity'),
    CASE WHEN NOT is_late THEN month_of(purchase.first_day) END,
    CASE WHEN month_of(purchase.latest_day) = month_of(purchase.day) THEN 0 ELSE 1 END,
    purchase.net_revenue,
    CASE WHEN NOT is_late THEN purchase.customer_id END, 1, purchase.net_revenue, purchase.first_day,
    purchase.day);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_new_purchases() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_purchases AFTER INSERT ON transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_new_purchases();

-- prisma/functions/rollups/record_redemption.sql
-- Triggers of redemptions: a redemption counts on the day it was made, from its completion until it is
-- undone.
-- A trigger, so that every path that completes or undoes one keeps the rollups right.
CREATE OR REPLACE FUNCTION record_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  sign integer := CASE WHEN NEW.status = 'completed' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, employee_id, redemptions, redeemed_cents)
  SELECT NEW.merchant_id, (NEW.created_at AT TIME ZONE m.time_zone)::date, NEW.employee_id, sign,
    sign * NEW.amount_cents
  FROM merchants m WHERE m.id = NEW.merchant_id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_redemption AFTER INSERT ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'completed')
  EXECUTE FUNCTION record_redemption();
CREATE OR REPLACE TRIGGER record_redemption AFTER UPDATE ON redemptions FOR EACH ROW
  WHEN ((OLD.status = 'completed') <> (NEW.status = 'completed'))
  EXECUTE FUNCTION record_redemption();

-- prisma/functions/rollups/record_visits.sql
-- Called by record_new_purchases, record_changed_purchase and the triggers of merges: takes all visits of a
-- customer out of the rollups (p_sign = -1) or puts them in (1). The last row says what the customer is
-- from then on; the newest counts.
-- In the database because the triggers need it.
CREATE OR REPLACE FUNCTION record_visits(p_sign integer, p_merchant_id uuid, p_customer_id uuid,
  p_without uuid DEFAULT NULL, p_with uuid DEFAULT NULL, p_with_cents bigint DEFAULT NULL) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, visits, previous_day, cohort_month, cohort_customers,
    cohort_cents)
  SELECT p_merchant_id, v.day, p_sign, coalesce(v.previous_day, '-infinity'), month_of(v.first_day),
    CASE WHEN month_of(v.previous_day) = month_of(v.day) THEN 0 ELSE p_sign END, p_sign * v.cents
  FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v;

  INSERT INTO rollup_changes (merchant_id, customer_id, customer_purchases, spent_cents, first_day, last_day)
  SELECT p_merchant_id, p_customer_id, p_sign * sum(v.purchases), p_sign * sum(v.cents),
    CASE WHEN p_sign = 1 THEN min(v.day) END, CASE WHEN p_sign = 1 THEN max(v.day) END
  FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v
  HAVING count(*) > 0;
END
$$;

REVOKE ALL ON FUNCTION record_visits(integer, uuid, uuid, uuid, uuid, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION record_visits(integer, uuid, uuid, uuid, uuid, bigint)
  TO cashback_app, cashback_worker;

-- prisma/functions/rollups/restart_rollups.sql
-- Trigger of merchants: in another time zone every row has another day, so the rollups are rebuilt before
-- they are read again. No screen changes the zone.
-- A trigger, so that no path that changes the zone can forget it.
CREATE OR REPLACE FUNCTION restart_rollups() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- Inserts a missing row too: a first build that is under way must see that the zone changed meanwhile.
  INSERT INTO public.rollup_states (merchant_id) VALUES (NEW.id)
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION restart_rollups() FROM PUBLIC;

CREATE OR REPLACE TRIGGER restart_rollups AFTER UPDATE OF time_zone ON merchants FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION restart_rollups();

-- prisma/functions/rollups/start_rollups.sql
-- Trigger of merchants: a new merchant's rollups are complete from the start, because it has no rows yet.
-- A trigger, so that no path that makes a merchant can forget it.
CREATE OR REPLACE FUNCTION start_rollups() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.rollup_states (merchant_id, built_at) VALUES (NEW.id, NEW.created_at)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION start_rollups() FROM PUBLIC;

CREATE OR REPLACE TRIGGER start_rollups AFTER INSERT ON merchants FOR EACH ROW
  EXECUTE FUNCTION start_rollups();

-- prisma/functions/rollups/try_lock_rollups.sql
-- Called by api/src/rollups/rollups.sql.ts: lock_rollups, without waiting.
-- In the database so that all callers take the same lock.
CREATE OR REPLACE FUNCTION try_lock_rollups(p_merchant_id uuid) RETURNS boolean
LANGUAGE sql
AS $$
  SELECT pg_try_advisory_xact_lock(hashtextextended('rollups:' || p_merchant_id, 0))
$$;

REVOKE ALL ON FUNCTION try_lock_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION try_lock_rollups(uuid) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/value_class.sql
-- Called by apply_rollup_changes, recompute_segment_rollups and the SQL of api/src/reports/segments.sql.ts:
-- 3 above R$ 500 in total, 2 above R$ 200, 1 up to that.
-- In the database because apply_rollup_changes needs it.
CREATE OR REPLACE FUNCTION value_class(p_spent_cents bigint) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT (CASE WHEN p_spent_cents > 50000 THEN 3 WHEN p_spent_cents > 20000 THEN 2 ELSE 1 END)::smallint
$$;

REVOKE ALL ON FUNCTION value_class(bigint) FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION value_class(bigint) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/visits_of_customer.sql
-- Called by record_visits and record_changed_purchase: the days on which a customer bought, each with the
-- day before and the first of all. It can answer for the time before a change: p_without leaves one
-- purchase out, p_with counts one that is reversed by now, at p_with_cents.
-- In the database because the triggers need it.
CREATE OR REPLACE FUNCTION visits_of_customer(p_merchant_id uuid, p_customer_id uuid, p_without uuid,
  p_with uuid, p_with_cents bigint)
  RETURNS TABLE (day date, purchases bigint, cents bigint, previous_day date, first_day date)
LANGUAGE sql STABLE
AS $$
  SELECT d.day, d.purchases, d.cents, lag(d.day) OVER w, first_value(d.day) OVER w
  FROM (
    SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day, count(*) AS purchases,
      sum(CASE
        WHEN t.id = p_with THEN p_with_cents ELSE t.amount_cents - t.reversed_amount_cents
      END)::bigint AS cents
    FROM transactions t JOIN merchants m ON m.id = t.merchant_id
    WHERE t.merchant_id = p_merchant_id AND t.customer_id = p_customer_id
      AND (t.status = 'completed' OR t.id = p_with) AND t.id IS DISTINCT FROM p_without
    GROUP BY 1
  ) d
  WINDOW w AS (ORDER BY d.day)
$$;

REVOKE ALL ON FUNCTION visits_of_customer(uuid, uuid, uuid, uuid, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION visits_of_customer(uuid, uuid, uuid, uuid, bigint) TO cashback_app, cashback_worker;
