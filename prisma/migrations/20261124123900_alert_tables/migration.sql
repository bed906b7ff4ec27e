-- Alerts on movements that look like fraud at the counter.
--
-- Each table is made in a transaction of its own: its keys lock customers and employees for a moment. All of
-- it can be executed again, so a run that was cut short is repeated as a whole.

-- Browsers in which employees signed in, so that a confirmation from one of them can be told.
BEGIN;
CREATE TABLE IF NOT EXISTS employee_devices (
  merchant_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  seen_at timestamptz(6) NOT NULL,
  CONSTRAINT employee_devices_pkey PRIMARY KEY (merchant_id, employee_id, device_hash),
  CONSTRAINT employee_devices_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id)
);
CREATE INDEX IF NOT EXISTS employee_devices_seen_idx ON employee_devices (seen_at);
COMMIT;

-- One row for what a rule saw of a pair of employee and customer on a day. Ids and numbers only.
BEGIN;
CREATE TABLE IF NOT EXISTS alerts (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  rule text NOT NULL,
  employee_id uuid,
  customer_id uuid,
  day date NOT NULL,
  numbers jsonb NOT NULL,
  movement_ids uuid[] NOT NULL,
  state text NOT NULL DEFAULT 'open',
  found_at timestamptz(6) NOT NULL,
  mailed_at timestamptz(6),
  closed_at timestamptz(6),
  closed_by uuid,
  CONSTRAINT alerts_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT alerts_seen_key UNIQUE NULLS NOT DISTINCT (merchant_id, rule, employee_id, customer_id, day),
  CONSTRAINT alerts_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT alerts_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT alerts_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT alerts_closed_by_fkey FOREIGN KEY (merchant_id, closed_by) REFERENCES employees (merchant_id, id),
  CONSTRAINT alerts_state_known CHECK (state IN ('open', 'fine', 'settled')),
  CONSTRAINT alerts_closed CHECK ((state = 'open') = (closed_at IS NULL) AND (closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX IF NOT EXISTS alerts_state_idx ON alerts (merchant_id, state, id);
CREATE INDEX IF NOT EXISTS alerts_found_idx ON alerts (found_at);
CREATE INDEX IF NOT EXISTS alerts_unmailed_idx ON alerts (merchant_id) WHERE state = 'open' AND mailed_at IS NULL;
COMMIT;

-- Customers who may not redeem until an alert is looked at.
BEGIN;
CREATE TABLE IF NOT EXISTS redemption_holds (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  held_by uuid NOT NULL,
  held_at timestamptz(6) NOT NULL,
  CONSTRAINT redemption_holds_pkey PRIMARY KEY (merchant_id, customer_id, alert_id),
  CONSTRAINT redemption_holds_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT redemption_holds_alert_fkey FOREIGN KEY (merchant_id, alert_id) REFERENCES alerts (merchant_id, id),
  CONSTRAINT redemption_holds_held_by_fkey FOREIGN KEY (merchant_id, held_by)
    REFERENCES employees (merchant_id, id)
);
CREATE INDEX IF NOT EXISTS redemption_holds_alert_idx ON redemption_holds (merchant_id, alert_id);
COMMIT;

-- The merchant's own thresholds; the product's where there is no row.
BEGIN;
CREATE TABLE IF NOT EXISTS alert_settings (
  merchant_id uuid NOT NULL,
  employee_times integer NOT NULL,
  employee_floor_cents bigint NOT NULL,
  customer_times integer NOT NULL,
  customer_floor_cents bigint NOT NULL,
  purchases_a_day integer NOT NULL,
  apart_minutes integer NOT NULL,
  device_customers integer NOT NULL,
  redeemed_minutes integer NOT NULL,
  reversals_a_week integer NOT NULL,
  corrections_a_week_cents bigint NOT NULL,
  night_movements integer NOT NULL,
  saved_by uuid NOT NULL,
  saved_at timestamptz(6) NOT NULL,
  CONSTRAINT alert_settings_pkey PRIMARY KEY (merchant_id),
  CONSTRAINT alert_settings_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT alert_settings_saved_by_fkey FOREIGN KEY (merchant_id, saved_by)
    REFERENCES employees (merchant_id, id)
);
COMMIT;

-- How far the job has read, and what is usual at the merchant.
BEGIN;
CREATE TABLE IF NOT EXISTS alert_progress (
  merchant_id uuid NOT NULL,
  watched_until timestamptz(6) NOT NULL,
  entry_id bigint NOT NULL,
  usual jsonb NOT NULL,
  usual_day date NOT NULL,
  mailed_day date,
  CONSTRAINT alert_progress_pkey PRIMARY KEY (merchant_id),
  CONSTRAINT alert_progress_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);
COMMIT;
