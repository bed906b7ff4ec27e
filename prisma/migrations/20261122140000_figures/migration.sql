-- What dashboards and reports read: figures kept per merchant and day, so that a month costs the same with ten sales as with
-- ten million. They are derived: everything in them can be computed anew from the rows they count (see raw_… functions).
--
-- A change of a sale, a redemption, a customer or the ledger adds one row to figure_changes, by a trigger, in the transaction
-- that makes it: an insert that waits for nobody. Folding moves those rows into the figures, in one statement, by whoever
-- reads and by a job; a change is therefore always in exactly one of the two, and a read that folds first misses none.

CREATE TABLE figure_changes (
  merchant_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- The merchant's day of the sale, redemption or registration, never that of a later correction.
  day date,
  employee_id uuid,
  sales integer,
  revenue_cents bigint,
  cashback_cents bigint,
  unconfirmed_sales integer,
  unconfirmed_cents bigint,
  redemptions integer,
  redeemed_cents bigint,
  new_customers integer,
  -- One customer's visit on that day: the day they bought before, the month of their first purchase.
  visits integer,
  previous_day date,
  cohort_month date,
  cohort_customers integer,
  cohort_cents bigint,
  -- What changed for that customer, and the first and last day they bought as of now.
  customer_id uuid,
  purchases integer,
  spent_cents bigint,
  first_day date,
  last_day date,
  -- What changed in the lots that become available and expire at these moments.
  available_at timestamptz(6),
  expires_at timestamptz(6),
  remaining_cents bigint,
  expired_cents bigint,
  CONSTRAINT figure_changes_pkey PRIMARY KEY (merchant_id, id)
);
-- A queue: rows come and go. Dead ones are cleared soon, however few they are beside all that ever were.
ALTER TABLE figure_changes SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.0, autovacuum_vacuum_insert_threshold = 10000);

-- Whether a merchant's figures are complete; those of merchants older than the figures are built by the job or a first read.
CREATE TABLE figure_states (
  merchant_id uuid NOT NULL,
  built_at timestamptz(6),
  CONSTRAINT figure_states_pkey PRIMARY KEY (merchant_id),
  CONSTRAINT figure_states_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- A day of the merchant; amounts net of what was reversed or undone since. A sale reversed as a whole is none.
CREATE TABLE daily_figures (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  sales integer NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  cashback_cents bigint NOT NULL DEFAULT 0,
  -- Sales whose cashback nobody has scanned yet.
  unconfirmed_sales integer NOT NULL DEFAULT 0,
  unconfirmed_cents bigint NOT NULL DEFAULT 0,
  redemptions integer NOT NULL DEFAULT 0,
  redeemed_cents bigint NOT NULL DEFAULT 0,
  new_customers integer NOT NULL DEFAULT 0,
  CONSTRAINT daily_figures_pkey PRIMARY KEY (merchant_id, day),
  CONSTRAINT daily_figures_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- The same by who sold and who redeemed.
CREATE TABLE daily_employee_figures (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  employee_id uuid NOT NULL,
  sales integer NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  cashback_cents bigint NOT NULL DEFAULT 0,
  unconfirmed_sales integer NOT NULL DEFAULT 0,
  unconfirmed_cents bigint NOT NULL DEFAULT 0,
  redemptions integer NOT NULL DEFAULT 0,
  redeemed_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT daily_employee_figures_pkey PRIMARY KEY (merchant_id, day, employee_id),
  CONSTRAINT daily_employee_figures_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id)
);

-- How many customers bought on `day` who had bought before on `previous_day` ('-infinity': never). Who bought at all between
-- two days is whoever bought there for the first time since: the visits of those days whose previous day lies before them.
CREATE TABLE visit_figures (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  previous_day date NOT NULL,
  visits integer NOT NULL,
  CONSTRAINT visit_figures_pkey PRIMARY KEY (merchant_id, day, previous_day),
  CONSTRAINT visit_figures_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);
CREATE INDEX visit_figures_previous_day_idx ON visit_figures (merchant_id, previous_day, day);

-- The same by the month of the previous day, which is all that a range starting with a month needs.
CREATE TABLE visit_month_figures (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  previous_month date NOT NULL,
  visits integer NOT NULL,
  CONSTRAINT visit_month_figures_pkey PRIMARY KEY (merchant_id, day, previous_month),
  CONSTRAINT visit_month_figures_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- Of the customers whose first purchase was in `cohort_month`: how many bought in `month`, and for how much. Months are their
-- first day.
CREATE TABLE cohort_figures (
  merchant_id uuid NOT NULL,
  cohort_month date NOT NULL,
  month date NOT NULL,
  customers integer NOT NULL,
  spent_cents bigint NOT NULL,
  CONSTRAINT cohort_figures_pkey PRIMARY KEY (merchant_id, cohort_month, month),
  CONSTRAINT cohort_figures_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

-- Each buyer; the days are null where every purchase was reversed.
CREATE TABLE customer_figures (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  first_day date,
  last_day date,
  purchases integer NOT NULL,
  spent_cents bigint NOT NULL,
  CONSTRAINT customer_figures_pkey PRIMARY KEY (merchant_id, customer_id),
  CONSTRAINT customer_figures_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id)
);
CREATE INDEX customer_figures_last_day_idx ON customer_figures (merchant_id, last_day, customer_id);
CREATE INDEX customer_figures_first_day_idx ON customer_figures (merchant_id, first_day, customer_id);
ALTER TABLE customer_figures SET (fillfactor = 85);

-- How many buyers have their first or last purchase (edge: 'first' | 'last') on `day`, by how often they bought and for how
-- much altogether.
CREATE TABLE segment_figures (
  merchant_id uuid NOT NULL,
  edge text NOT NULL,
  day date NOT NULL,
  frequency_class smallint NOT NULL,
  value_class smallint NOT NULL,
  customers integer NOT NULL,
  spent_cents bigint NOT NULL,
  CONSTRAINT segment_figures_pkey PRIMARY KEY (merchant_id, edge, day, frequency_class, value_class),
  CONSTRAINT segment_figures_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT segment_figures_edge_known CHECK (edge IN ('first', 'last'))
);

-- What is left of, and what expired in, the lots that become available ('-infinity': at once) and expire ('infinity': never)
-- at these moments. What is due at any moment follows from comparing with it, whatever has been settled so far.
CREATE TABLE lot_figures (
  merchant_id uuid NOT NULL,
  available_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  remaining_cents bigint NOT NULL,
  expired_cents bigint NOT NULL,
  CONSTRAINT lot_figures_pkey PRIMARY KEY (merchant_id, expires_at, available_at),
  CONSTRAINT lot_figures_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['figure_changes', 'figure_states', 'daily_figures', 'daily_employee_figures', 'visit_figures',
    'visit_month_figures', 'cohort_figures', 'customer_figures', 'segment_figures', 'lot_figures']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format($policy$CREATE POLICY tenant ON %I
      USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
      WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)$policy$, tenant_table);
  END LOOP;
END
$$;
-- Derived, and so the only tables besides the passing ones from which the API may delete.
GRANT SELECT, INSERT, DELETE ON figure_changes TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON figure_states TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON daily_figures, daily_employee_figures, visit_figures, visit_month_figures, cohort_figures,
  customer_figures, segment_figures, lot_figures TO cashback_app;

-- How often: 1 once, 2 two or three times, 3 oftener.
CREATE FUNCTION frequency_class(p_purchases integer) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (CASE WHEN p_purchases >= 4 THEN 3 WHEN p_purchases >= 2 THEN 2 ELSE 1 END)::smallint $$;

-- For how much altogether: 3 above R$ 500, 2 above R$ 200, 1 up to there.
CREATE FUNCTION value_class(p_spent_cents bigint) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (CASE WHEN p_spent_cents > 50000 THEN 3 WHEN p_spent_cents > 20000 THEN 2 ELSE 1 END)::smallint $$;

CREATE FUNCTION month_of(p_day date) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT date_trunc('month', p_day::timestamp)::date $$;

REVOKE ALL ON FUNCTION frequency_class, value_class, month_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION frequency_class, value_class, month_of TO cashback_app;

-- A merchant made from now on has nothing that is not in its figures.
CREATE FUNCTION start_figures() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  AS $$
  BEGIN
    INSERT INTO public.figure_states (merchant_id, built_at) VALUES (NEW.id, NEW.created_at) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END
  $$;
REVOKE ALL ON FUNCTION start_figures() FROM PUBLIC;
CREATE TRIGGER start_figures AFTER INSERT ON merchants FOR EACH ROW EXECUTE FUNCTION start_figures();

-- Other days for everything that ever happened: built anew before they are read again. No screen offers it.
CREATE FUNCTION restart_figures() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  AS $$
  BEGIN
    -- A row in any case: figures that are being built for the first time must see that this came between.
    INSERT INTO public.figure_states (merchant_id) VALUES (NEW.id) ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
    RETURN NULL;
  END
  $$;
REVOKE ALL ON FUNCTION restart_figures() FROM PUBLIC;
CREATE TRIGGER restart_figures AFTER UPDATE OF time_zone ON merchants FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION restart_figures();
