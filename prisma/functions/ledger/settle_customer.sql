-- Called by confirm_cashback, confirm_redemption, api/src/ledger/account.sql.ts,
-- api/src/ledger/settle-due-customers.sql.ts and api/src/ledger/undo-expiry.sql.ts: locks the customer and
-- brings the row up to now, read after the lock. Expired lots get their ledger row, the cached balances are
-- derived from the lots again. Cheap when no lot matured or expired since the last time. The caller's "now"
-- is the returned balance_as_of: a customer's time never runs backwards, even when the database's clock was
-- set back. Null for a customer that is not there.
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
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  customer.balance_as_of := greatest(customer.balance_as_of, money_now());
  IF customer.balance_changes_at IS NULL OR customer.balance_changes_at > customer.balance_as_of THEN
    RETURN customer;
  END IF;

  -- Not the cached balance: where that is wrong, the entries below must not be.
  SELECT coalesce(sum(o.remaining_cents), 0) INTO running_cents FROM cashback_lots o
  WHERE o.merchant_id = p_merchant_id
    AND (CASE WHEN o.remaining_cents > 0 THEN o.customer_id END) = p_customer_id;
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
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION settle_customer(uuid, uuid) TO cashback_app, cashback_worker, cashback_confirmer;
