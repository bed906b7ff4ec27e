-- Redemptions and their reversals.

-- A redemption waits until the customer opens its QR code, and is debited then.
CREATE TABLE redemptions (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  token_hash bytea NOT NULL,
  token_expires_at timestamptz(6) NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  completed_at timestamptz(6),
  created_at timestamptz(6) NOT NULL,
  purchase_amount_cents bigint,
  CONSTRAINT redemptions_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT redemptions_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT redemptions_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT redemptions_status_known CHECK (status IN ('pending', 'completed', 'reversed')),
  CONSTRAINT redemptions_amount_range CHECK (amount_cents BETWEEN 1 AND 1000000000),
  CONSTRAINT redemptions_within_purchase CHECK (purchase_amount_cents BETWEEN amount_cents AND 1000000000),
  CONSTRAINT redemptions_completion_dated CHECK ((status = 'pending') = (completed_at IS NULL)),
  CONSTRAINT redemptions_token_sha256 CHECK (octet_length(token_hash) = 32)
) WITH (fillfactor = 88); -- room in the page for the update by the confirmation
CREATE UNIQUE INDEX redemptions_token_hash_key ON redemptions (token_hash, merchant_id);
CREATE INDEX redemptions_customer_idx ON redemptions (merchant_id, customer_id, created_at);
CREATE INDEX redemptions_created_at_idx ON redemptions (merchant_id, created_at);

-- Redemptions are never deleted.
ALTER TABLE redemptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemptions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON redemptions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON redemptions FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON redemptions TO cashback_app;
GRANT SELECT ON redemptions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON redemptions TO cashback_lookup;

-- Undone redemptions: amount_cents went back to the lots it came from. expired_cents of it belonged to lots
-- that had expired meanwhile, and recovered_cents covered the shortfall of a purchase that had been reversed
-- meanwhile.
CREATE TABLE redemption_reversals (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  redemption_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  expired_cents bigint NOT NULL,
  recovered_cents bigint NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT redemption_reversals_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT redemption_reversals_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT redemption_reversals_redemption_fkey FOREIGN KEY (merchant_id, redemption_id)
    REFERENCES redemptions (merchant_id, id),
  CONSTRAINT redemption_reversals_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT redemption_reversals_parts CHECK (least(expired_cents, recovered_cents) >= 0
    AND amount_cents >= expired_cents + recovered_cents),
  CONSTRAINT redemption_reversals_reason_present CHECK (btrim(reason) <> '')
);
-- A redemption is undone once.
CREATE UNIQUE INDEX redemption_reversals_redemption_key ON redemption_reversals (merchant_id, redemption_id);
CREATE INDEX redemption_reversals_customer_idx ON redemption_reversals (merchant_id, customer_id, created_at);

-- A reversal stays as it happened; a merge moves it.
ALTER TABLE redemption_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemption_reversals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON redemption_reversals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON redemption_reversals TO cashback_app;
GRANT UPDATE (customer_id) ON redemption_reversals TO cashback_app;
GRANT SELECT ON redemption_reversals TO cashback_worker;
