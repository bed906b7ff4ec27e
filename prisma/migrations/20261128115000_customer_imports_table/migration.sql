-- Files of customers that are imported batch by batch (0017): what of each is stored, and what came of it.
CREATE TABLE customer_imports (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- Lines of the file with errors when it was checked; the others are imported in the file's order.
  refused_lines integer[] NOT NULL,
  valid_count integer NOT NULL,
  -- How many of the valid ones are stored.
  stored_count integer NOT NULL DEFAULT 0,
  new_count integer NOT NULL DEFAULT 0,
  completed_count integer NOT NULL DEFAULT 0,
  credit_count integer NOT NULL DEFAULT 0,
  credit_cents bigint NOT NULL DEFAULT 0,
  -- Lines with a balance whose phone became a customer after the check: nothing was credited.
  overtaken_lines integer[] NOT NULL DEFAULT '{}',
  created_at timestamptz(6) NOT NULL,
  -- When its last batch was stored.
  advanced_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6),
  CONSTRAINT customer_imports_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT customer_imports_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT customer_imports_stored CHECK (stored_count BETWEEN 0 AND valid_count),
  CONSTRAINT customer_imports_finished CHECK (finished_at IS NULL OR stored_count = valid_count)
);

-- The import that gave the credit; null: a person did. All present rows are null, so the key needs no reading
-- of them.
ALTER TABLE adjustments ADD COLUMN import_id uuid;
ALTER TABLE adjustments
  ADD CONSTRAINT adjustments_import_fkey FOREIGN KEY (merchant_id, import_id)
    REFERENCES customer_imports (merchant_id, id) NOT VALID;
