-- What each change adds to figure_changes. Triggers, because every release and every path must keep the figures right,
-- those that know nothing of them too. They run with the rights and as the tenant of whoever makes the change.

-- Everybody who writes locks a customer first. Waiting here for those under way, and letting nobody in, the triggers can be
-- added in any order without waiting for somebody who waits for them.
LOCK TABLE customers IN EXCLUSIVE MODE;

-- The days on which a customer bought, with the day before each and the first of all. `p_without` leaves sales out that are
-- there, `p_with` counts one that is there as reversed, at `p_with_cents`: what the customer's days were before a change.
CREATE FUNCTION visits_of_customer(p_merchant_id uuid, p_customer_id uuid, p_without uuid, p_with uuid, p_with_cents bigint)
  RETURNS TABLE (day date, sales bigint, cents bigint, previous_day date, first_day date)
  LANGUAGE sql STABLE
  AS $$
    SELECT d.day, d.sales, d.cents, lag(d.day) OVER w, first_value(d.day) OVER w
    FROM (
      SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day, count(*) AS sales,
        sum(CASE WHEN t.id = p_with THEN p_with_cents ELSE t.amount_cents - t.reversed_amount_cents END)::bigint AS cents
      FROM transactions t JOIN merchants m ON m.id = t.merchant_id
      WHERE t.merchant_id = p_merchant_id AND t.customer_id = p_customer_id
        AND (t.status = 'completed' OR t.id = p_with) AND t.id IS DISTINCT FROM p_without
      GROUP BY 1
    ) d
    WINDOW w AS (ORDER BY d.day)
  $$;

-- Takes all visits of a customer out of the figures (p_sign = -1) or puts them in (1). The last row says what the customer is
-- from then on; of several the newest counts.
CREATE FUNCTION note_visits(p_sign integer, p_merchant_id uuid, p_customer_id uuid, p_without uuid DEFAULT NULL,
    p_with uuid DEFAULT NULL, p_with_cents bigint DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO figure_changes (merchant_id, day, visits, previous_day, cohort_month, cohort_customers, cohort_cents)
    SELECT p_merchant_id, v.day, p_sign, coalesce(v.previous_day, '-infinity'), month_of(v.first_day),
      CASE WHEN month_of(v.previous_day) = month_of(v.day) THEN 0 ELSE p_sign END, p_sign * v.cents
    FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v;

    INSERT INTO figure_changes (merchant_id, customer_id, purchases, spent_cents, first_day, last_day)
    SELECT p_merchant_id, p_customer_id, p_sign * sum(v.sales), p_sign * sum(v.cents),
      CASE WHEN p_sign = 1 THEN min(v.day) END, CASE WHEN p_sign = 1 THEN max(v.day) END
    FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v
    HAVING count(*) > 0;
  END
  $$;

-- A new sale: one row, from three looks into one index. The customer's row is locked by whoever sells, so that nobody else's
-- sale to the same customer is under way. A sale that comes late, on a day before the customer's last, puts all their visits
-- anew. Many sales in one statement are no shop's: the merchant's figures are built anew before they are read again.
CREATE FUNCTION note_new_sales() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    sale record;
    is_late boolean;
  BEGIN
    SELECT n.*, count(*) OVER () AS sales_in_statement,
      n.amount_cents - n.reversed_amount_cents AS net_revenue, n.cashback_cents - n.reversed_cashback_cents AS net_cashback,
      (n.created_at AT TIME ZONE m.time_zone)::date AS day,
      (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
       WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed' AND t.id <> n.id
       ORDER BY t.created_at DESC LIMIT 1) AS latest_day,
      (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
       WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
       ORDER BY t.created_at LIMIT 1) AS first_day
    INTO sale FROM new_rows n JOIN merchants m ON m.id = n.merchant_id LIMIT 1;
    IF NOT FOUND THEN
      RETURN NULL;
    ELSIF sale.sales_in_statement > 1 THEN
      INSERT INTO figure_states (merchant_id) SELECT DISTINCT n.merchant_id FROM new_rows n
      ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
      RETURN NULL;
    ELSIF sale.status <> 'completed' THEN
      RETURN NULL;
    END IF;

    is_late := coalesce(sale.latest_day > sale.day, false);
    IF is_late THEN
      PERFORM note_visits(-1, sale.merchant_id, sale.customer_id, p_without => sale.id);
      PERFORM note_visits(1, sale.merchant_id, sale.customer_id);
    END IF;
    INSERT INTO figure_changes (merchant_id, day, employee_id, sales, revenue_cents, cashback_cents, unconfirmed_sales, unconfirmed_cents,
      visits, previous_day, cohort_month, cohort_customers, cohort_cents, customer_id, purchases, spent_cents, first_day, last_day)
    VALUES (sale.merchant_id, sale.day, sale.employee_id, 1, sale.net_revenue, sale.net_cashback,
      CASE WHEN sale.qr_scanned OR sale.net_cashback = 0 THEN 0 ELSE 1 END, CASE WHEN sale.qr_scanned THEN 0 ELSE sale.net_cashback END,
      -- Of a late sale all that follows is noted above.
      CASE WHEN NOT is_late AND sale.latest_day IS DISTINCT FROM sale.day THEN 1 END, coalesce(sale.latest_day, '-infinity'),
      CASE WHEN NOT is_late THEN month_of(sale.first_day) END,
      CASE WHEN month_of(sale.latest_day) = month_of(sale.day) THEN 0 ELSE 1 END, sale.net_revenue,
      CASE WHEN NOT is_late THEN sale.customer_id END, 1, sale.net_revenue, sale.first_day, sale.day);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_new_sales AFTER INSERT ON transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_sales();

-- A sale reversed, wholly or in part. What it was when it was scanned is noted with the credit.
CREATE FUNCTION note_corrected_sale() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    zone text;
    before_sales integer := (OLD.status = 'completed')::integer;
    after_sales integer := (NEW.status = 'completed')::integer;
    before_revenue bigint := before_sales * (OLD.amount_cents - OLD.reversed_amount_cents);
    after_revenue bigint := after_sales * (NEW.amount_cents - NEW.reversed_amount_cents);
    before_cashback bigint := before_sales * (OLD.cashback_cents - OLD.reversed_cashback_cents);
    after_cashback bigint := after_sales * (NEW.cashback_cents - NEW.reversed_cashback_cents);
    is_open boolean := NOT NEW.qr_scanned;
  BEGIN
    SELECT m.time_zone INTO zone FROM merchants m WHERE m.id = NEW.merchant_id;
    INSERT INTO figure_changes (merchant_id, day, employee_id, sales, revenue_cents, cashback_cents, unconfirmed_sales, unconfirmed_cents)
    VALUES (NEW.merchant_id, (NEW.created_at AT TIME ZONE zone)::date, NEW.employee_id, after_sales - before_sales,
      after_revenue - before_revenue, after_cashback - before_cashback,
      CASE WHEN is_open THEN (after_cashback > 0)::integer - (before_cashback > 0)::integer ELSE 0 END,
      CASE WHEN is_open THEN after_cashback - before_cashback ELSE 0 END);

    IF before_sales = after_sales THEN
      INSERT INTO figure_changes (merchant_id, day, cohort_month, cohort_customers, cohort_cents,
        customer_id, purchases, spent_cents, first_day, last_day)
      SELECT NEW.merchant_id, (NEW.created_at AT TIME ZONE zone)::date, month_of(min(v.day)), 0, after_revenue - before_revenue,
        NEW.customer_id, 0, after_revenue - before_revenue, min(v.day), max(v.day)
      FROM visits_of_customer(NEW.merchant_id, NEW.customer_id, NULL, NULL, NULL) v
      HAVING count(*) > 0;
    ELSIF after_sales = 0 THEN
      PERFORM note_visits(-1, NEW.merchant_id, NEW.customer_id, p_with => NEW.id, p_with_cents => before_revenue);
      PERFORM note_visits(1, NEW.merchant_id, NEW.customer_id);
    ELSE
      PERFORM note_visits(-1, NEW.merchant_id, NEW.customer_id, p_without => NEW.id);
      PERFORM note_visits(1, NEW.merchant_id, NEW.customer_id);
    END IF;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_corrected_sale AFTER UPDATE ON transactions FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.reversed_amount_cents <> NEW.reversed_amount_cents)
  EXECUTE FUNCTION note_corrected_sale();

-- Two records made one: what both were leaves the figures before their sales are joined, what they are together enters after.
CREATE FUNCTION note_records_before_merge() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM note_visits(-1, NEW.merchant_id, NEW.source_customer_id);
    PERFORM note_visits(-1, NEW.merchant_id, NEW.target_customer_id);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_records_before_merge AFTER INSERT ON customer_merges FOR EACH ROW EXECUTE FUNCTION note_records_before_merge();

CREATE FUNCTION note_record_after_merge() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM note_visits(1, NEW.merchant_id, NEW.merged_into_id);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_record_after_merge AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.merged_into_id IS NULL AND NEW.merged_into_id IS NOT NULL)
  EXECUTE FUNCTION note_record_after_merge();

-- Registrations, in the merchant's day. A record merged into another is no customer, and the other takes the earlier date. A row's
-- trigger: a statement's would run for each sale, whose customer mostly exists.
CREATE FUNCTION note_new_customer() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO figure_changes (merchant_id, day, new_customers)
    SELECT m.id, (NEW.created_at AT TIME ZONE m.time_zone)::date, 1 FROM merchants m WHERE m.id = NEW.merchant_id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_new_customer AFTER INSERT ON customers FOR EACH ROW
  WHEN (NEW.merged_into_id IS NULL)
  EXECUTE FUNCTION note_new_customer();

CREATE FUNCTION note_moved_customer() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO figure_changes (merchant_id, day, new_customers)
    SELECT m.id, (moved.created_at AT TIME ZONE m.time_zone)::date, moved.customers
    FROM merchants m, (VALUES (OLD.created_at, OLD.merged_into_id, -1), (NEW.created_at, NEW.merged_into_id, 1))
      AS moved (created_at, merged_into_id, customers)
    WHERE m.id = NEW.merchant_id AND moved.merged_into_id IS NULL;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_moved_customer AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.created_at <> NEW.created_at OR OLD.merged_into_id IS DISTINCT FROM NEW.merged_into_id)
  EXECUTE FUNCTION note_moved_customer();

-- Redemptions count on the day they were made, from the moment they are completed until they are undone.
CREATE FUNCTION note_redemption() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    sign integer := CASE WHEN NEW.status = 'completed' THEN 1 ELSE -1 END;
  BEGIN
    INSERT INTO figure_changes (merchant_id, day, employee_id, redemptions, redeemed_cents)
    SELECT NEW.merchant_id, (NEW.created_at AT TIME ZONE m.time_zone)::date, NEW.employee_id, sign, sign * NEW.amount_cents
    FROM merchants m WHERE m.id = NEW.merchant_id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_new_redemption AFTER INSERT ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'completed')
  EXECUTE FUNCTION note_redemption();
CREATE TRIGGER note_redemption AFTER UPDATE ON redemptions FOR EACH ROW
  WHEN ((OLD.status = 'completed') <> (NEW.status = 'completed'))
  EXECUTE FUNCTION note_redemption();

-- The ledger: every entry changes its lot. The accrual of a scan, by far the most frequent, is noted by confirm_cashback, which
-- has at hand what would have to be looked up here.
CREATE FUNCTION note_entry() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO figure_changes (merchant_id, available_at, expires_at, remaining_cents, expired_cents)
    SELECT NEW.merchant_id, CASE WHEN l.maturing_days = 0 THEN '-infinity' ELSE l.available_at END, coalesce(l.expires_at, 'infinity'),
      NEW.amount_cents, CASE WHEN NEW.kind = 'expiry' THEN -NEW.amount_cents ELSE 0 END
    FROM cashback_lots l WHERE l.merchant_id = NEW.merchant_id AND l.id = NEW.lot_id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER note_entry AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.kind <> 'accrual')
  EXECUTE FUNCTION note_entry();

REVOKE ALL ON FUNCTION visits_of_customer, note_visits, note_new_sales, note_corrected_sale, note_records_before_merge,
  note_record_after_merge, note_new_customer, note_moved_customer, note_redemption, note_entry FROM PUBLIC;
GRANT EXECUTE ON FUNCTION visits_of_customer, note_visits TO cashback_app;

-- Credits each scanned cashback once: what is left of it after the reversals made before the scan. Notes for the figures that the
-- sale's cashback waits no more and that there is a lot.
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
        INSERT INTO figure_changes (merchant_id, day, employee_id, unconfirmed_sales, unconfirmed_cents,
          available_at, expires_at, remaining_cents, expired_cents)
        VALUES (sale.merchant_id, (sale.created_at AT TIME ZONE merchant.time_zone)::date, sale.employee_id, -1, -credit_cents,
          CASE WHEN lot.maturing_days = 0 THEN '-infinity' ELSE lot.available_at END, coalesce(lot.expires_at, 'infinity'), credit_cents, 0);
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
