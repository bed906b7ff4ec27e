-- Customers, how they are found, merged and shown.

CREATE TABLE customers (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  phone text,
  name text,
  email text,
  referred_by_merchant_id uuid,
  -- Caches of the ledger, written in the transaction that changes it. available_cents and
  -- cashback_balance_cents are of balance_as_of and hold until balance_changes_at, when a lot matures or
  -- expires; after that they are derived from the lots.
  cashback_balance_cents bigint NOT NULL DEFAULT 0,
  available_cents bigint NOT NULL DEFAULT 0,
  balance_as_of timestamptz(6),
  balance_changes_at timestamptz(6),
  total_cashback_cents bigint NOT NULL DEFAULT 0,
  total_spent_cents bigint NOT NULL DEFAULT 0,
  last_purchase_at timestamptz(6),
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- A merged record keeps its ledger but no phone: the number is free again.
  merged_into_id uuid,
  CONSTRAINT customers_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT customers_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT customers_merged_into_fkey FOREIGN KEY (merchant_id, merged_into_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT customers_merged_has_no_phone CHECK ((merged_into_id IS NULL) = (phone IS NOT NULL)),
  CONSTRAINT customers_phone_digits CHECK (phone ~ '^[1-9][1-9][0-9]{8,9}$'),
  CONSTRAINT customers_available_not_negative CHECK (available_cents >= 0),
  CONSTRAINT customers_balance_covers_available CHECK (cashback_balance_cents >= available_cents),
  CONSTRAINT customers_totals_not_negative CHECK (total_cashback_cents >= 0 AND total_spent_cents >= 0),
  CONSTRAINT customers_referrer_is_merchant CHECK (referred_by_merchant_id = merchant_id)
) WITH (fillfactor = 80); -- room in the page, so that the many updates stay there and touch no index
CREATE UNIQUE INDEX customers_phone_key ON customers (merchant_id, phone);
CREATE INDEX customers_phone_idx ON customers (phone);
CREATE INDEX customers_due_idx ON customers (merchant_id, balance_changes_at);
-- One index for each order of the customers' list: 'Total gasto', 'Saldo disponível', 'Última compra', 'Data
-- cadastro'.
CREATE INDEX customers_total_spent_idx ON customers (merchant_id, total_spent_cents, id);
CREATE INDEX customers_available_idx ON customers (merchant_id, available_cents, id);
-- Customers without a purchase come last, as one range. Not coalesce, which is not leakproof: under row-level
-- security no condition on it reaches an index.
CREATE INDEX customers_last_purchase_idx
  ON customers (merchant_id, (greatest(last_purchase_at, '-infinity')), id);
-- The id follows, because an imported list has thousands of customers of one moment.
CREATE INDEX customers_created_at_id_idx ON customers (merchant_id, created_at, id);

-- The worker changes what time changes: the cached balance.
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customers
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON customers FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON customers TO cashback_app;
GRANT SELECT ON customers TO cashback_worker;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at
) ON customers TO cashback_worker;
GRANT SELECT (merchant_id, id, phone, balance_changes_at) ON customers TO cashback_lookup;

-- The text by which a customer is found, see prisma/functions/customers/customer_search_text.sql. A narrow
-- table of its own, kept by a trigger: a purchase updates the customer's row and never the trigram index.
CREATE TABLE customer_search (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  search_text text NOT NULL,
  CONSTRAINT customer_search_pkey PRIMARY KEY (merchant_id, customer_id),
  CONSTRAINT customer_search_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id)
);
-- Without the list of pending entries, which every search would have to read.
CREATE INDEX customer_search_text_idx ON customer_search
  USING gin (merchant_id, search_text extensions.gin_trgm_ops) WITH (fastupdate = off);

-- Written by a trigger with the rights of the statement that changes a customer.
ALTER TABLE customer_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_search FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customer_search
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON customer_search FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_app;
GRANT SELECT (merchant_id, customer_id, search_text) ON customer_search TO cashback_lookup;

-- Two records of one customer made one: the source's lots, purchases and redemptions became the target's. In
-- the ledger each lot has a pair of rows, merge_out of the source and merge_in to the target.
CREATE TABLE customer_merges (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  source_customer_id uuid NOT NULL,
  target_customer_id uuid NOT NULL,
  source_phone text NOT NULL,
  employee_id uuid NOT NULL,
  moved_cents bigint NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT customer_merges_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT customer_merges_source_fkey FOREIGN KEY (merchant_id, source_customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT customer_merges_target_fkey FOREIGN KEY (merchant_id, target_customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT customer_merges_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT customer_merges_two_records CHECK (source_customer_id <> target_customer_id),
  CONSTRAINT customer_merges_moved_not_negative CHECK (moved_cents >= 0),
  CONSTRAINT customer_merges_reason_present CHECK (btrim(reason) <> '')
);
CREATE UNIQUE INDEX customer_merges_source_key ON customer_merges (merchant_id, source_customer_id);
CREATE INDEX customer_merges_target_idx ON customer_merges (merchant_id, target_customer_id);

-- A merge stays as it happened.
ALTER TABLE customer_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_merges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customer_merges
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON customer_merges TO cashback_app;
GRANT SELECT ON customer_merges TO cashback_worker;

-- Counts of customers that each employee and each API key was shown; never which ones.
CREATE TABLE customer_views (
  merchant_id uuid NOT NULL,
  -- The employee, or the API key that acts for it.
  viewer_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- Shown in the hour that began then.
  in_hour integer NOT NULL,
  hour_began_at timestamptz(6) NOT NULL,
  -- Shown since the last audit entry: too few for another entry.
  unaudited integer NOT NULL,
  unaudited_since timestamptz(6) NOT NULL,
  CONSTRAINT customer_views_pkey PRIMARY KEY (merchant_id, viewer_id),
  CONSTRAINT customer_views_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT customer_views_counted CHECK (in_hour >= 0 AND unaudited >= 0)
) WITH (fillfactor = 50); -- the same few rows are updated all day: room keeps updates off the index

ALTER TABLE customer_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_views FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customer_views
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE ON customer_views TO cashback_app;
