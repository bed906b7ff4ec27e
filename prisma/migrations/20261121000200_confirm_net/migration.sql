-- The two confirmations know of reversals and of merged records. They answer what they answered before.

-- Credits each scanned cashback once: what is left of it after the reversals made before the scan.
-- p_host_merchant_ids[i], when not null, is the merchant whose host was called:
-- another merchant's token does not exist there. outcome: confirmed | repeated | unknown.
CREATE OR REPLACE FUNCTION confirm_cashback(p_token_hashes bytea[], p_host_merchant_ids uuid[], p_now timestamptz)
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
  credit_cents bigint;
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
    -- Merged into another record between the look-up and the lock: the sale is that record's now.
    WHILE sale.customer_id <> customer.id LOOP
      customer := settle_customer(item.merchant_id, sale.customer_id, p_now);
      SELECT * INTO sale FROM transactions t WHERE t.merchant_id = item.merchant_id AND t.id = item.id;
    END LOOP;
    SELECT * INTO merchant FROM merchants m WHERE m.id = item.merchant_id;

    IF sale.status <> 'completed' OR (NOT sale.qr_scanned AND sale.token_expires_at <= p_now) THEN
      RETURN NEXT;
      CONTINUE;
    ELSIF sale.qr_scanned THEN
      outcome := 'repeated';
    ELSE
      outcome := 'confirmed';
      UPDATE transactions t SET qr_scanned = true, qr_scanned_at = customer.balance_as_of
      WHERE t.merchant_id = sale.merchant_id AND t.id = sale.id;
      credit_cents := sale.cashback_cents - sale.reversed_cashback_cents;
      IF credit_cents > 0 THEN
        lot.maturing_days := CASE WHEN merchant.cashback_available_immediately THEN 0 ELSE merchant.cashback_maturing_days END;
        lot.expiration_days := CASE WHEN merchant.cashback_expires THEN merchant.cashback_expiration_days END;
        lot.available_at := lot_available_at(customer.balance_as_of, lot.maturing_days, merchant.time_zone);
        lot.expires_at := lot_expires_at(lot.available_at, lot.expiration_days, merchant.time_zone);
        -- A purchase has one lot at most, so the lot takes the purchase's id.
        INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents,
          rate_basis_points, maturing_days, expiration_days, available_at, expires_at, created_at)
        VALUES (sale.merchant_id, sale.id, sale.customer_id, sale.id, credit_cents, credit_cents,
          sale.rate_basis_points, lot.maturing_days, lot.expiration_days, lot.available_at, lot.expires_at, customer.balance_as_of);
        INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
        VALUES (sale.merchant_id, sale.customer_id, sale.id, 'accrual', sale.id, credit_cents,
          customer.cashback_balance_cents + credit_cents, customer.balance_as_of);
        UPDATE customers c SET
          cashback_balance_cents = c.cashback_balance_cents + credit_cents,
          total_cashback_cents = c.total_cashback_cents + credit_cents,
          available_cents = c.available_cents + CASE WHEN lot.available_at <= customer.balance_as_of THEN credit_cents ELSE 0 END,
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
    IF sale.reversed_amount_cents > 0 THEN
      -- What the purchase was when it was scanned; a reversal since then has an entry of its own.
      SELECT sale.amount_cents - coalesce(sum(r.amount_cents), 0), sale.cashback_cents - coalesce(sum(r.cashback_cents), 0)
      INTO amount_cents, cashback_cents
      FROM purchase_reversals r
      WHERE r.merchant_id = sale.merchant_id AND r.transaction_id = sale.id AND NOT r.was_credited;
    END IF;
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
CREATE OR REPLACE FUNCTION confirm_redemption(p_token_hashes bytea[], p_host_merchant_ids uuid[], p_now timestamptz)
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
    -- Merged into another record between the look-up and the lock.
    WHILE redemption.customer_id <> customer.id LOOP
      customer := settle_customer(item.merchant_id, redemption.customer_id, p_now);
      SELECT * INTO redemption FROM redemptions r WHERE r.merchant_id = item.merchant_id AND r.id = item.id;
    END LOOP;
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
