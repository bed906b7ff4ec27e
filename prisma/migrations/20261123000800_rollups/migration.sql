-- Rollups that dashboards and reports read: sums per merchant and day, so that a month costs the same with
-- ten purchases as with ten million. They are derived: all can be recomputed from the rows they count, see
-- the recompute_… functions.
--
-- A change of a purchase, a redemption, a customer or the ledger records one row in rollup_changes, by a
-- trigger, in the transaction that makes it: an insert that waits for no lock. apply_rollup_changes moves
-- those rows into the rollups, in one statement, before each read and in a job. A change is always in exactly
-- one of the two.

CREATE TABLE rollup_changes (
  merchant_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- The merchant's day of the purchase, redemption or registration, never that of a later correction.
  day date,
  employee_id uuid,
  purchases integer,
  revenue_cents bigint,
  cashback_cents bigint,
  unconfirmed_purchases integer,
  unconfirmed_cents bigint,
  redemptions integer,
  redeemed_cents bigint,
  new_customers integer,
  -- One customer's visit on that day: the day of the purchase before, the month of the first purchase.
  visits integer,
  previous_day date,
  cohort_month date,
  cohort_customers integer,
  cohort_cents bigint,
  -- Change of that customer's sums, and the current first and last day of its purchases.
  customer_id uuid,
  customer_purchases integer,
  spent_cents bigint,
  first_day date,
  last_day date,
  -- Change of the lots that become available and expire at these moments.
  available_at timestamptz(6),
  expires_at timestamptz(6),
  remaining_cents bigint,
  expired_cents bigint,
  CONSTRAINT rollup_changes_pkey PRIMARY KEY (merchant_id, id)
) WITH ( -- a queue: dead rows are vacuumed soon, however few they are beside all that ever were
  autovacuum_vacuum_scale_factor = 0.0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.0,
  autovacuum_vacuum_insert_threshold = 10000
);

-- Recorded by triggers, deleted when they are applied. The job looks for merchants with changes.
ALTER TABLE rollup_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE rollup_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rollup_changes
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON rollup_changes FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, DELETE ON rollup_changes TO cashback_app;
GRANT SELECT, INSERT, DELETE ON rollup_changes TO cashback_worker;
GRANT SELECT (merchant_id) ON rollup_changes TO cashback_lookup;

-- State of a merchant's rollups: null until they are complete; the job or the next read rebuilds them.
CREATE TABLE rollup_states (
  merchant_id uuid NOT NULL,
  built_at timestamptz(6),
  CONSTRAINT rollup_states_pkey PRIMARY KEY (merchant_id),
  CONSTRAINT rollup_states_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- The job looks for merchants without rollups.
ALTER TABLE rollup_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE rollup_states FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rollup_states
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON rollup_states FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON rollup_states TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON rollup_states TO cashback_worker;
GRANT SELECT (merchant_id, built_at) ON rollup_states TO cashback_lookup;

-- A day of the merchant; amounts are net of later reversals. A purchase that was reversed as a whole does not
-- count.
CREATE TABLE daily_rollups (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  purchases integer NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  cashback_cents bigint NOT NULL DEFAULT 0,
  -- Purchases whose cashback has not been confirmed yet.
  unconfirmed_purchases integer NOT NULL DEFAULT 0,
  unconfirmed_cents bigint NOT NULL DEFAULT 0,
  redemptions integer NOT NULL DEFAULT 0,
  redeemed_cents bigint NOT NULL DEFAULT 0,
  new_customers integer NOT NULL DEFAULT 0,
  CONSTRAINT daily_rollups_pkey PRIMARY KEY (merchant_id, day),
  CONSTRAINT daily_rollups_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE daily_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON daily_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON daily_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON daily_rollups TO cashback_worker;

-- The same by the employee of the purchase or redemption.
CREATE TABLE daily_employee_rollups (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  employee_id uuid NOT NULL,
  purchases integer NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  cashback_cents bigint NOT NULL DEFAULT 0,
  unconfirmed_purchases integer NOT NULL DEFAULT 0,
  unconfirmed_cents bigint NOT NULL DEFAULT 0,
  redemptions integer NOT NULL DEFAULT 0,
  redeemed_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT daily_employee_rollups_pkey PRIMARY KEY (merchant_id, day, employee_id),
  CONSTRAINT daily_employee_rollups_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id)
);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE daily_employee_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_employee_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON daily_employee_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON daily_employee_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON daily_employee_rollups TO cashback_worker;

-- Counts of customers who bought on `day` and had bought before on `previous_day` ('-infinity': never). The
-- customers that bought between two days are the visits of those days whose previous day lies before the
-- first.
CREATE TABLE visit_rollups (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  previous_day date NOT NULL,
  visits integer NOT NULL,
  CONSTRAINT visit_rollups_pkey PRIMARY KEY (merchant_id, day, previous_day),
  CONSTRAINT visit_rollups_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);
CREATE INDEX visit_rollups_previous_day_idx ON visit_rollups (merchant_id, previous_day, day);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE visit_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE visit_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON visit_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON visit_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON visit_rollups TO cashback_worker;

-- The same by the month of the previous day, which is enough for a range that starts with a month.
CREATE TABLE visit_month_rollups (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  previous_month date NOT NULL,
  visits integer NOT NULL,
  CONSTRAINT visit_month_rollups_pkey PRIMARY KEY (merchant_id, day, previous_month),
  CONSTRAINT visit_month_rollups_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE visit_month_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE visit_month_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON visit_month_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON visit_month_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON visit_month_rollups TO cashback_worker;

-- Customers by the month of their first purchase, `cohort_month`: how many bought in `month`, and for how
-- much. A month is its first day.
CREATE TABLE cohort_rollups (
  merchant_id uuid NOT NULL,
  cohort_month date NOT NULL,
  month date NOT NULL,
  customers integer NOT NULL,
  spent_cents bigint NOT NULL,
  CONSTRAINT cohort_rollups_pkey PRIMARY KEY (merchant_id, cohort_month, month),
  CONSTRAINT cohort_rollups_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE cohort_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE cohort_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cohort_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON cohort_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON cohort_rollups TO cashback_worker;

-- Each customer with purchases; the days are null when all of them were reversed.
CREATE TABLE customer_rollups (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  first_day date,
  last_day date,
  purchases integer NOT NULL,
  spent_cents bigint NOT NULL,
  CONSTRAINT customer_rollups_pkey PRIMARY KEY (merchant_id, customer_id),
  CONSTRAINT customer_rollups_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id)
) WITH (fillfactor = 85);
CREATE INDEX customer_rollups_last_day_idx ON customer_rollups (merchant_id, last_day, customer_id);
CREATE INDEX customer_rollups_first_day_idx ON customer_rollups (merchant_id, first_day, customer_id);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE customer_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customer_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON customer_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_rollups TO cashback_worker;

-- Counts of customers with their first or last purchase (edge: 'first' | 'last') on `day`, by how often they
-- bought and for how much in total.
CREATE TABLE segment_rollups (
  merchant_id uuid NOT NULL,
  edge text NOT NULL,
  day date NOT NULL,
  frequency_class smallint NOT NULL,
  value_class smallint NOT NULL,
  customers integer NOT NULL,
  spent_cents bigint NOT NULL,
  CONSTRAINT segment_rollups_pkey PRIMARY KEY (merchant_id, edge, day, frequency_class, value_class),
  CONSTRAINT segment_rollups_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT segment_rollups_edge_known CHECK (edge IN ('first', 'last'))
);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE segment_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE segment_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON segment_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON segment_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON segment_rollups TO cashback_worker;

-- Remaining and expired centavos of the lots that become available ('-infinity': at once) and expire
-- ('infinity': never) at these moments. Comparing with a moment tells what is due then, whatever has been
-- settled so far.
CREATE TABLE lot_rollups (
  merchant_id uuid NOT NULL,
  available_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  remaining_cents bigint NOT NULL,
  expired_cents bigint NOT NULL,
  CONSTRAINT lot_rollups_pkey PRIMARY KEY (merchant_id, expires_at, available_at),
  CONSTRAINT lot_rollups_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- Derived, so a rebuild may delete the rows.
ALTER TABLE lot_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE lot_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lot_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON lot_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON lot_rollups TO cashback_worker;
