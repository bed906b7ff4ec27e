-- The rules of each merchant's program in versions, and the version whose terms a purchase and a credit have.
-- A merchant's version 1 is written by the next migration; until then nothing reads the table.
--
-- Each table is changed in a transaction of its own: confirmations in progress lock the same tables in another
-- order. All of it can be executed again, so a run that was cut short is repeated as a whole.

BEGIN;
ALTER TABLE merchants ADD COLUMN IF NOT EXISTS rules_version integer NOT NULL DEFAULT 1;
COMMIT;

-- Null: of before there were versions. No foreign keys: they would have all confirmations of a merchant lock
-- the one row of its rules.
BEGIN;
ALTER TABLE transactions ADD COLUMN IF NOT EXISTS rules_version integer;
COMMIT;

BEGIN;
ALTER TABLE cashback_lots ADD COLUMN IF NOT EXISTS rules_version integer;
COMMIT;

BEGIN;
CREATE TABLE IF NOT EXISTS program_rules (
  merchant_id uuid NOT NULL,
  version integer NOT NULL,
  holds_from timestamptz(6) NOT NULL,
  program_name text NOT NULL,
  rate_basis_points integer NOT NULL,
  cashback_available_immediately boolean NOT NULL,
  cashback_maturing_days integer NOT NULL,
  cashback_expires boolean NOT NULL,
  cashback_expiration_days integer NOT NULL,
  redemption_max_share_basis_points integer,
  redemption_min_purchase_cents bigint,
  redemption_min_balance_cents bigint,
  -- Null: no employee changed them, as at the sign-up.
  employee_id uuid,
  CONSTRAINT program_rules_pkey PRIMARY KEY (merchant_id, version),
  CONSTRAINT program_rules_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT program_rules_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT program_rules_version_positive CHECK (version > 0)
);
COMMIT;
