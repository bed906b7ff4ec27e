-- A waiting redemption can be canceled: its code ends, and it never completes. It stays pending, so that a
-- process of the release before sees an expired code.
ALTER TABLE redemptions
  ADD COLUMN canceled_at timestamptz(6),
  ADD CONSTRAINT redemptions_cancellation_pending CHECK (canceled_at IS NULL OR status = 'pending')
    NOT VALID; -- 20261123100800 validates it

-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

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
    ELSIF redemption.status <> 'pending' OR redemption.token_expires_at <= moment
      -- Canceled while this waited for the lock: the code ended after "moment".
      OR redemption.canceled_at IS NOT NULL THEN
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
