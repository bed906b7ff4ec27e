-- The ledger: lots of credit, the entries that move them, corrections by hand, and stored answers.

-- One credit: what is left of it, from when and until when (exclusive) it can be spent, and the rules in
-- force.
CREATE TABLE cashback_lots (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  transaction_id uuid,
  amount_cents bigint NOT NULL,
  remaining_cents bigint NOT NULL,
  rate_basis_points integer,
  maturing_days integer NOT NULL DEFAULT 0,
  expiration_days integer,
  available_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6),
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT cashback_lots_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT cashback_lots_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT cashback_lots_transaction_fkey FOREIGN KEY (merchant_id, transaction_id)
    REFERENCES transactions (merchant_id, id),
  CONSTRAINT cashback_lots_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT cashback_lots_remaining_range CHECK (remaining_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT cashback_lots_lives_after_maturing CHECK (expires_at > available_at)
);
CREATE UNIQUE INDEX cashback_lots_transaction_key ON cashback_lots (merchant_id, transaction_id);
-- Finds open lots whatever the customer's history: the expression is null, so at the end of the index, for
-- spent ones.
CREATE INDEX cashback_lots_open_idx
  ON cashback_lots (merchant_id, (CASE WHEN remaining_cents > 0 THEN customer_id END));

-- The worker empties lots that expire.
ALTER TABLE cashback_lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE cashback_lots FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cashback_lots
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE ON cashback_lots TO cashback_app;
GRANT SELECT ON cashback_lots TO cashback_worker;
GRANT UPDATE (remaining_cents) ON cashback_lots TO cashback_worker;

-- Append-only. Every row moves one lot: the sum of a lot's rows is what remains of it, the sum of a
-- customer's rows is the balance. One effect per (source, kind, lot): the unique index makes a second credit
-- impossible.
CREATE TABLE ledger_entries (
  merchant_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  kind text NOT NULL,
  source_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  balance_after_cents bigint NOT NULL,
  employee_id uuid,
  reason text,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT ledger_entries_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT ledger_entries_lot_fkey FOREIGN KEY (merchant_id, lot_id)
    REFERENCES cashback_lots (merchant_id, id),
  CONSTRAINT ledger_entries_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT ledger_entries_kind_sign CHECK (CASE kind
    WHEN 'accrual' THEN amount_cents > 0
    WHEN 'redemption' THEN amount_cents < 0
    WHEN 'expiry' THEN amount_cents < 0
    WHEN 'expiry_reversal' THEN amount_cents > 0
    WHEN 'accrual_reversal' THEN amount_cents < 0
    WHEN 'redemption_reversal' THEN amount_cents > 0
    WHEN 'adjustment' THEN amount_cents <> 0
    WHEN 'merge_out' THEN amount_cents < 0
    WHEN 'merge_in' THEN amount_cents > 0
    ELSE false END),
  CONSTRAINT ledger_entries_balance_not_negative CHECK (balance_after_cents >= 0)
);
CREATE UNIQUE INDEX ledger_entries_effect_key ON ledger_entries (merchant_id, source_id, kind, lot_id);
CREATE INDEX ledger_entries_customer_idx ON ledger_entries (merchant_id, customer_id, id);

-- The ledger only grows.
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_entries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON ledger_entries TO cashback_app;
GRANT SELECT, INSERT ON ledger_entries TO cashback_worker;

-- A correction by hand. A positive one is a lot of its own, under the same id.
CREATE TABLE adjustments (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT adjustments_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT adjustments_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT adjustments_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT adjustments_amount_range CHECK (amount_cents <> 0 AND abs(amount_cents) <= 1000000000),
  CONSTRAINT adjustments_reason_present CHECK (btrim(reason) <> '')
);
CREATE INDEX adjustments_customer_idx ON adjustments (merchant_id, customer_id, created_at);

-- An adjustment stays as it happened; a merge moves it.
ALTER TABLE adjustments ENABLE ROW LEVEL SECURITY;
ALTER TABLE adjustments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON adjustments
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON adjustments TO cashback_app;
GRANT UPDATE (customer_id) ON adjustments TO cashback_app;
GRANT SELECT ON adjustments TO cashback_worker;

-- The answer of every call that moved money, under the id that its client made. The token is never in it.
CREATE TABLE idempotency_keys (
  merchant_id uuid NOT NULL,
  request_id uuid NOT NULL,
  procedure text NOT NULL,
  request_hash bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (merchant_id, request_id),
  CONSTRAINT idempotency_keys_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- An answer is never changed; old ones are deleted.
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, DELETE ON idempotency_keys TO cashback_app;
