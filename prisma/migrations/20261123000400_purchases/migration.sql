-- Purchases and their reversals.

-- A purchase, recorded by staff. Its cashback is credited when the customer opens the QR code.
CREATE TABLE transactions (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  transaction_type text NOT NULL DEFAULT 'cashback',
  amount_cents bigint NOT NULL,
  cashback_cents bigint NOT NULL,
  rate_basis_points integer NOT NULL,
  token_hash bytea NOT NULL,
  token_expires_at timestamptz(6) NOT NULL,
  status text NOT NULL DEFAULT 'completed',
  qr_scanned boolean NOT NULL DEFAULT false,
  qr_scanned_at timestamptz(6),
  created_at timestamptz(6) NOT NULL,
  reversed_amount_cents bigint NOT NULL DEFAULT 0,
  reversed_cashback_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT transactions_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT transactions_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT transactions_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT transactions_type_known CHECK (transaction_type = 'cashback'),
  CONSTRAINT transactions_status_known CHECK (status IN ('completed', 'reversed')),
  CONSTRAINT transactions_amount_range CHECK (amount_cents BETWEEN 1 AND 1000000000),
  -- Rounds half up, as packages/domain does; a disagreement is refused instead of stored.
  CONSTRAINT transactions_cashback_rounding
    CHECK (cashback_cents = (amount_cents * rate_basis_points + 5000) / 10000),
  -- The rest of the purchase keeps the cashback of a purchase of that value: partial reversals together never
  -- give back more than the whole.
  CONSTRAINT transactions_reversed_share CHECK (CASE
    WHEN reversed_amount_cents = 0 THEN reversed_cashback_cents = 0 AND status <> 'reversed'
    ELSE reversed_amount_cents BETWEEN 1 AND amount_cents
      AND cashback_cents - reversed_cashback_cents
        = ((amount_cents - reversed_amount_cents) * rate_basis_points + 5000) / 10000
      AND (status = 'reversed') = (reversed_amount_cents = amount_cents) END),
  CONSTRAINT transactions_scan_dated CHECK (qr_scanned = (qr_scanned_at IS NOT NULL)),
  CONSTRAINT transactions_token_sha256 CHECK (octet_length(token_hash) = 32)
) WITH (fillfactor = 88); -- room in the page for the update by the confirmation
CREATE UNIQUE INDEX transactions_token_hash_key ON transactions (token_hash, merchant_id);
CREATE INDEX transactions_customer_idx ON transactions (merchant_id, customer_id, created_at);
CREATE INDEX transactions_created_at_idx ON transactions (merchant_id, created_at);

-- Purchases are never deleted.
ALTER TABLE transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE transactions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON transactions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON transactions FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON transactions TO cashback_app;
GRANT SELECT ON transactions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON transactions TO cashback_lookup;

-- cashback_cents is the reversed share of the credit, in three parts: taken_cents from open lots,
-- forgone_cents that needed no taking (not credited yet, or expired unused), shortfall_cents that had been
-- spent. recovered_cents is the part of the shortfall that came back when the redemption that spent it was
-- undone.
CREATE TABLE purchase_reversals (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  cashback_cents bigint NOT NULL,
  was_credited boolean NOT NULL,
  taken_cents bigint NOT NULL,
  forgone_cents bigint NOT NULL,
  shortfall_cents bigint NOT NULL,
  recovered_cents bigint NOT NULL DEFAULT 0,
  reason text NOT NULL,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT purchase_reversals_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT purchase_reversals_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT purchase_reversals_transaction_fkey FOREIGN KEY (merchant_id, transaction_id)
    REFERENCES transactions (merchant_id, id),
  CONSTRAINT purchase_reversals_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT purchase_reversals_amount_range CHECK (amount_cents BETWEEN 1 AND 1000000000),
  CONSTRAINT purchase_reversals_parts CHECK (least(taken_cents, forgone_cents, shortfall_cents) >= 0
    AND cashback_cents = taken_cents + forgone_cents + shortfall_cents
    AND (was_credited OR forgone_cents = cashback_cents)
    AND recovered_cents BETWEEN 0 AND shortfall_cents),
  CONSTRAINT purchase_reversals_reason_present CHECK (btrim(reason) <> '')
);
CREATE INDEX purchase_reversals_transaction_idx ON purchase_reversals (merchant_id, transaction_id);
CREATE INDEX purchase_reversals_customer_idx ON purchase_reversals (merchant_id, customer_id, created_at);

-- A reversal stays as it happened; a shortfall may be recovered later, and a merge moves it.
ALTER TABLE purchase_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_reversals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON purchase_reversals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON purchase_reversals TO cashback_app;
GRANT UPDATE (customer_id, recovered_cents) ON purchase_reversals TO cashback_app;
GRANT SELECT ON purchase_reversals TO cashback_worker;
