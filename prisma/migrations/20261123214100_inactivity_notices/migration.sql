-- Customers without movement are erased after a notice.
--
-- Each table is changed in a transaction of its own: confirmations in progress lock the same tables in another
-- order. All of it can be executed again, so a run that was cut short is repeated as a whole.

BEGIN;
ALTER TABLE merchants
  ADD COLUMN IF NOT EXISTS inactivity_months integer NOT NULL DEFAULT 60,
  DROP CONSTRAINT IF EXISTS merchants_inactivity_months_range,
  ADD CONSTRAINT merchants_inactivity_months_range CHECK (inactivity_months BETWEEN 12 AND 120);
COMMIT;

-- When a customer was told of their erasure, and its day; or when they asked to be kept.
BEGIN;
CREATE TABLE IF NOT EXISTS inactivity_notices (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  noticed_at timestamptz(6) NOT NULL,
  erases_at timestamptz(6),
  kept_at timestamptz(6),
  CONSTRAINT inactivity_notices_pkey PRIMARY KEY (merchant_id, customer_id),
  CONSTRAINT inactivity_notices_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT inactivity_notices_kept CHECK ((kept_at IS NULL) <> (erases_at IS NULL)),
  CONSTRAINT inactivity_notices_thirty_days CHECK (erases_at - noticed_at >= interval '30 days')
);
CREATE INDEX IF NOT EXISTS inactivity_notices_erases_idx ON inactivity_notices (erases_at);
COMMIT;

-- How far the job has read each merchant's customers, in the order of their registration.
BEGIN;
CREATE TABLE IF NOT EXISTS operations.inactivity_progress (
  merchant_id uuid PRIMARY KEY,
  created_at timestamptz(6) NOT NULL,
  customer_id uuid NOT NULL
);
COMMIT;
