-- The two confirmations a customer makes, each as one statement: one round trip, one commit, one flush for as many
-- customers as arrived together. They run with the caller's rights, so row-level security holds inside them, and set
-- the tenant of each item themselves, from the token. p_now is the API's clock.

-- The moment a credit posted at p_now becomes spendable: at once, or at the start of the merchant's day
-- p_maturing_days later.
CREATE FUNCTION lot_available_at(p_now timestamptz, p_maturing_days integer, p_time_zone text) RETURNS timestamptz
  LANGUAGE sql STABLE
  AS $$ SELECT CASE WHEN p_maturing_days = 0 THEN p_now
        ELSE ((p_now AT TIME ZONE p_time_zone)::date + p_maturing_days)::timestamp AT TIME ZONE p_time_zone END $$;

-- The moment a lot stops counting: the end of the merchant's day p_expiration_days after it became available.
CREATE FUNCTION lot_expires_at(p_available_at timestamptz, p_expiration_days integer, p_time_zone text) RETURNS timestamptz
  LANGUAGE sql STABLE
  AS $$ SELECT ((p_available_at AT TIME ZONE p_time_zone)::date + p_expiration_days + 1)::timestamp AT TIME ZONE p_time_zone $$;

-- What the open lots of a customer amount to at p_now, and when time alone will next change that.
CREATE FUNCTION open_lots_summary(p_merchant_id uuid, p_customer_id uuid, p_now timestamptz,
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

-- Locks the customer and brings the row up to p_now: expired lots get their ledger row, the caches are derived
-- from the lots again. Cheap when nothing matured or expired since the last time. The caller's "now" is the
-- returned balance_as_of, which it stores with whatever it changes: one process's clock may be a little behind
-- another's, or its statement have waited for the lock, but a customer's time never runs backwards.
CREATE FUNCTION settle_customer(p_merchant_id uuid, p_customer_id uuid, p_now timestamptz) RETURNS customers
  LANGUAGE plpgsql
  AS $$
DECLARE
  customer customers;
  expired record;
  running_cents bigint;
BEGIN
  SELECT * INTO customer FROM customers
  WHERE merchant_id = p_merchant_id AND id = p_customer_id FOR NO KEY UPDATE;
  customer.balance_as_of := greatest(customer.balance_as_of, p_now);
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
    INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
    VALUES (p_merchant_id, p_customer_id, expired.id, 'expiry', expired.id, -expired.remaining_cents, running_cents, customer.balance_as_of);
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

-- Credits each scanned cashback once. p_host_merchant_ids[i], when not null, is the merchant whose host was called:
-- another merchant's token does not exist there. outcome: confirmed | repeated | unknown.
CREATE FUNCTION confirm_cashback(p_token_hashes bytea[], p_host_merchant_ids uuid[], p_now timestamptz)
  RETURNS TABLE (ordinal integer, outcome text, merchant_id uuid, transaction_id uuid, merchant_name text, signup_link_slug text, logo_url text, brand_color text, time_zone text,
    phone text, amount_cents bigint, cashback_cents bigint, rate_basis_points integer, available_cents bigint, available_at timestamptz)
  LANGUAGE plpgsql
  AS $$
#variable_conflict use_column
DECLARE
  item record;
  sale transactions;
  customer customers;
  merchant merchants;
  lot cashback_lots;
BEGIN
  FOR item IN
    SELECT u.ordinal::integer AS ordinal, t.merchant_id, t.id, t.customer_id
    FROM unnest(p_token_hashes, p_host_merchant_ids) WITH ORDINALITY AS u (token_hash, host_merchant_id, ordinal)
    LEFT JOIN LATERAL lookup.transaction_by_token(u.token_hash) t
      ON u.host_merchant_id IS NULL OR u.host_merchant_id = t.merchant_id
    ORDER BY t.customer_id, u.ordinal -- one global lock order: two batches can never wait for each other in a ring
  LOOP
    ordinal := item.ordinal;
    outcome := 'unknown';
    lot := NULL;
    IF item.id IS NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    PERFORM set_config('app.merchant_id', item.merchant_id::text, true);
    customer := settle_customer(item.merchant_id, item.customer_id, p_now);
    SELECT * INTO sale FROM transactions t WHERE t.merchant_id = item.merchant_id AND t.id = item.id;
    SELECT * INTO merchant FROM merchants m WHERE m.id = item.merchant_id;

    IF NOT sale.qr_scanned AND (sale.token_expires_at <= p_now OR sale.status <> 'completed') THEN
      RETURN NEXT;
      CONTINUE;
    ELSIF sale.qr_scanned THEN
      outcome := 'repeated';
    ELSE
      outcome := 'confirmed';
      UPDATE transactions t SET qr_scanned = true, qr_scanned_at = customer.balance_as_of
      WHERE t.merchant_id = sale.merchant_id AND t.id = sale.id;
      IF sale.cashback_cents > 0 THEN
        lot.maturing_days := CASE WHEN merchant.cashback_available_immediately THEN 0 ELSE merchant.cashback_maturing_days END;
        lot.expiration_days := CASE WHEN merchant.cashback_expires THEN merchant.cashback_expiration_days END;
        lot.available_at := lot_available_at(customer.balance_as_of, lot.maturing_days, merchant.time_zone);
        lot.expires_at := lot_expires_at(lot.available_at, lot.expiration_days, merchant.time_zone);
        -- A purchase has one lot at most, so the lot takes the purchase's id.
        INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents,
          rate_basis_points, maturing_days, expiration_days, available_at, expires_at, created_at)
        VALUES (sale.merchant_id, sale.id, sale.customer_id, sale.id, sale.cashback_cents, sale.cashback_cents,
          sale.rate_basis_points, lot.maturing_days, lot.expiration_days, lot.available_at, lot.expires_at, customer.balance_as_of);
        INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
        VALUES (sale.merchant_id, sale.customer_id, sale.id, 'accrual', sale.id, sale.cashback_cents,
          customer.cashback_balance_cents + sale.cashback_cents, customer.balance_as_of);
        UPDATE customers c SET
          cashback_balance_cents = c.cashback_balance_cents + sale.cashback_cents,
          total_cashback_cents = c.total_cashback_cents + sale.cashback_cents,
          available_cents = c.available_cents + CASE WHEN lot.available_at <= customer.balance_as_of THEN sale.cashback_cents ELSE 0 END,
          balance_as_of = customer.balance_as_of,
          balance_changes_at = least(c.balance_changes_at,
            CASE WHEN lot.available_at > customer.balance_as_of THEN lot.available_at ELSE lot.expires_at END)
        WHERE c.merchant_id = sale.merchant_id AND c.id = sale.customer_id
        RETURNING c.* INTO customer;
      END IF;
    END IF;

    merchant_id := item.merchant_id;
    transaction_id := sale.id;
    merchant_name := merchant.name;
    signup_link_slug := merchant.signup_link_slug;
    logo_url := merchant.logo_url;
    brand_color := merchant.brand_color;
    time_zone := merchant.time_zone;
    phone := customer.phone;
    amount_cents := sale.amount_cents;
    cashback_cents := sale.cashback_cents;
    rate_basis_points := sale.rate_basis_points;
    available_cents := customer.available_cents;
    available_at := lot.available_at;
    IF outcome = 'repeated' THEN
      SELECT l.available_at INTO available_at FROM cashback_lots l WHERE l.merchant_id = sale.merchant_id AND l.id = sale.id;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

-- Debits each confirmed redemption once: nearest expiry first, then oldest, then id; never-expiring last.
-- outcome: confirmed | repeated | insufficient | unknown.
CREATE FUNCTION confirm_redemption(p_token_hashes bytea[], p_host_merchant_ids uuid[], p_now timestamptz)
  RETURNS TABLE (ordinal integer, outcome text, merchant_id uuid, redemption_id uuid, merchant_name text, signup_link_slug text, logo_url text, brand_color text,
    phone text, amount_cents bigint, available_cents bigint)
  LANGUAGE plpgsql
  AS $$
#variable_conflict use_column
DECLARE
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
    FROM unnest(p_token_hashes, p_host_merchant_ids) WITH ORDINALITY AS u (token_hash, host_merchant_id, ordinal)
    LEFT JOIN LATERAL lookup.redemption_by_token(u.token_hash) r
      ON u.host_merchant_id IS NULL OR u.host_merchant_id = r.merchant_id
    ORDER BY r.customer_id, u.ordinal
  LOOP
    ordinal := item.ordinal;
    outcome := 'unknown';
    merchant_id := NULL;
    IF item.id IS NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    PERFORM set_config('app.merchant_id', item.merchant_id::text, true);
    customer := settle_customer(item.merchant_id, item.customer_id, p_now);
    SELECT * INTO redemption FROM redemptions r WHERE r.merchant_id = item.merchant_id AND r.id = item.id;
    SELECT * INTO merchant FROM merchants m WHERE m.id = item.merchant_id;

    IF redemption.status = 'completed' THEN
      outcome := 'repeated';
    ELSIF redemption.status <> 'pending' OR redemption.token_expires_at <= p_now THEN
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
          AND l.available_at <= customer.balance_as_of AND (l.expires_at IS NULL OR l.expires_at > customer.balance_as_of)
        ORDER BY l.expires_at NULLS LAST, l.created_at, l.id
      LOOP
        EXIT WHEN open_cents = 0;
        taken_cents := least(open_cents, lot.remaining_cents);
        open_cents := open_cents - taken_cents;
        running_cents := running_cents - taken_cents;
        UPDATE cashback_lots l SET remaining_cents = l.remaining_cents - taken_cents
        WHERE l.merchant_id = redemption.merchant_id AND l.id = lot.id;
        INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
        VALUES (redemption.merchant_id, redemption.customer_id, lot.id, 'redemption', redemption.id, -taken_cents, running_cents, customer.balance_as_of);
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

REVOKE ALL ON FUNCTION lot_available_at, lot_expires_at, open_lots_summary, settle_customer, confirm_cashback, confirm_redemption FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lot_available_at, lot_expires_at, open_lots_summary, settle_customer, confirm_cashback, confirm_redemption TO cashback_app;
