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
