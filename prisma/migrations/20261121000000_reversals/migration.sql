-- Mistakes and their mending: purchases reversed wholly or in part, redemptions undone, balances corrected by hand,
-- two records of one person made one; and the rules a merchant may set for redeeming. Only adds, so that the release
-- before this one goes on working on the new schema.

ALTER TABLE transactions
  ADD COLUMN reversed_amount_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN reversed_cashback_cents bigint NOT NULL DEFAULT 0,
  -- What is left of the purchase keeps the cashback of a purchase of that value: however many partial reversals
  -- there are, together they never give back more than the whole. Cheap where nothing was reversed.
  ADD CONSTRAINT transactions_reversed_share CHECK (CASE
    WHEN reversed_amount_cents = 0 THEN reversed_cashback_cents = 0 AND status <> 'reversed'
    ELSE reversed_amount_cents BETWEEN 1 AND amount_cents
      AND cashback_cents - reversed_cashback_cents
        = ((amount_cents - reversed_amount_cents) * rate_basis_points + 5000) / 10000
      AND (status = 'reversed') = (reversed_amount_cents = amount_cents) END) NOT VALID;

ALTER TABLE redemptions
  ADD COLUMN purchase_amount_cents bigint,
  ADD CONSTRAINT redemptions_within_purchase CHECK (purchase_amount_cents BETWEEN amount_cents AND 1000000000) NOT VALID;

-- Off while NULL.
ALTER TABLE merchants
  ADD COLUMN redemption_max_share_basis_points integer,
  ADD COLUMN redemption_min_purchase_cents bigint,
  ADD COLUMN redemption_min_balance_cents bigint,
  ADD CONSTRAINT merchants_redemption_rules_range CHECK (
    redemption_max_share_basis_points BETWEEN 1 AND 10000
    AND redemption_min_purchase_cents BETWEEN 1 AND 1000000000
    AND redemption_min_balance_cents BETWEEN 1 AND 1000000000) NOT VALID;

-- A record that was merged into another keeps its ledger but no phone: the number is free again.
ALTER TABLE customers
  ADD COLUMN merged_into_id uuid,
  ALTER COLUMN phone DROP NOT NULL,
  ADD CONSTRAINT customers_merged_into_fkey FOREIGN KEY (merchant_id, merged_into_id) REFERENCES customers (merchant_id, id) NOT VALID,
  ADD CONSTRAINT customers_merged_has_no_phone CHECK ((merged_into_id IS NULL) = (phone IS NOT NULL)) NOT VALID;

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_kind_known,
  DROP CONSTRAINT ledger_entries_sign,
  ADD CONSTRAINT ledger_entries_kind_sign CHECK (CASE kind
    WHEN 'accrual' THEN amount_cents > 0
    WHEN 'redemption' THEN amount_cents < 0
    WHEN 'expiry' THEN amount_cents < 0
    WHEN 'accrual_reversal' THEN amount_cents < 0
    WHEN 'redemption_reversal' THEN amount_cents > 0
    WHEN 'adjustment' THEN amount_cents <> 0
    WHEN 'merge_out' THEN amount_cents < 0
    WHEN 'merge_in' THEN amount_cents > 0
    ELSE false END) NOT VALID;

-- cashback_cents is the reversed share of the credit: what was taken back from open lots, what needed no taking
-- (not yet credited, or expired unused) and what could not be taken because it had been spent. recovered_cents is
-- the part of the shortfall that came back later, when the redemption that spent it was undone.
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
  CONSTRAINT purchase_reversals_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT purchase_reversals_transaction_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions (merchant_id, id),
  CONSTRAINT purchase_reversals_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT purchase_reversals_amount_range CHECK (amount_cents BETWEEN 1 AND 1000000000),
  CONSTRAINT purchase_reversals_parts CHECK (least(taken_cents, forgone_cents, shortfall_cents) >= 0
    AND cashback_cents = taken_cents + forgone_cents + shortfall_cents
    AND (was_credited OR forgone_cents = cashback_cents)
    AND recovered_cents BETWEEN 0 AND shortfall_cents),
  CONSTRAINT purchase_reversals_reason_present CHECK (btrim(reason) <> '')
);
CREATE INDEX purchase_reversals_transaction_idx ON purchase_reversals (merchant_id, transaction_id);
CREATE INDEX purchase_reversals_customer_idx ON purchase_reversals (merchant_id, customer_id, created_at);

-- amount_cents went back to the lots it came from; of it, expired_cents belonged to lots that had expired meanwhile,
-- and recovered_cents made up for the shortfall of a purchase reversed meanwhile.
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
  CONSTRAINT redemption_reversals_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT redemption_reversals_redemption_fkey FOREIGN KEY (merchant_id, redemption_id) REFERENCES redemptions (merchant_id, id),
  CONSTRAINT redemption_reversals_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT redemption_reversals_parts CHECK (least(expired_cents, recovered_cents) >= 0
    AND amount_cents >= expired_cents + recovered_cents),
  CONSTRAINT redemption_reversals_reason_present CHECK (btrim(reason) <> '')
);
-- A redemption is undone once.
CREATE UNIQUE INDEX redemption_reversals_redemption_key ON redemption_reversals (merchant_id, redemption_id);
CREATE INDEX redemption_reversals_customer_idx ON redemption_reversals (merchant_id, customer_id, created_at);

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
  CONSTRAINT adjustments_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT adjustments_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT adjustments_amount_range CHECK (amount_cents <> 0 AND abs(amount_cents) <= 1000000000),
  CONSTRAINT adjustments_reason_present CHECK (btrim(reason) <> '')
);
CREATE INDEX adjustments_customer_idx ON adjustments (merchant_id, customer_id, created_at);

-- Two records of one person made one: the source's lots, sales and redemptions became the target's; the ledger says
-- so with a pair of rows a lot (merge_out of the source, merge_in to the target).
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
  CONSTRAINT customer_merges_source_fkey FOREIGN KEY (merchant_id, source_customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT customer_merges_target_fkey FOREIGN KEY (merchant_id, target_customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT customer_merges_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT customer_merges_two_records CHECK (source_customer_id <> target_customer_id),
  CONSTRAINT customer_merges_moved_not_negative CHECK (moved_cents >= 0),
  CONSTRAINT customer_merges_reason_present CHECK (btrim(reason) <> '')
);
CREATE UNIQUE INDEX customer_merges_source_key ON customer_merges (merchant_id, source_customer_id);
CREATE INDEX customer_merges_target_idx ON customer_merges (merchant_id, target_customer_id);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['purchase_reversals', 'redemption_reversals', 'adjustments', 'customer_merges']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format($policy$CREATE POLICY tenant ON %I
      USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
      WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)$policy$, tenant_table);
  END LOOP;
END
$$;
-- What happened stays as it happened; only the recovery of a shortfall is still to come.
GRANT SELECT, INSERT ON purchase_reversals, redemption_reversals, adjustments, customer_merges TO cashback_app;
GRANT UPDATE (recovered_cents, customer_id) ON purchase_reversals TO cashback_app;
GRANT UPDATE (customer_id) ON redemption_reversals, adjustments TO cashback_app;
