-- Approval above a value (0068): what merchants set, and the askings.
ALTER TABLE merchants
  ADD COLUMN IF NOT EXISTS approve_purchases_above_cents bigint,
  ADD COLUMN IF NOT EXISTS approve_redemptions_above_cents bigint,
  ADD COLUMN IF NOT EXISTS approve_corrections_above_cents bigint;
ALTER TABLE merchants DROP CONSTRAINT IF EXISTS merchants_approve_above_positive;
ALTER TABLE merchants ADD CONSTRAINT merchants_approve_above_positive CHECK (
  approve_purchases_above_cents > 0 AND approve_redemptions_above_cents > 0
    AND approve_corrections_above_cents > 0);

-- A movement that an employee may not make alone. Nothing of the movement is stored before it is made.
CREATE TABLE IF NOT EXISTS approvals (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  request_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  customer_id uuid,
  phone text,
  asked_by uuid NOT NULL,
  asked_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  answer text,
  reason text,
  answered_by uuid,
  answered_at timestamptz(6),
  used_at timestamptz(6),
  CONSTRAINT approvals_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT approvals_request_key UNIQUE (merchant_id, request_id),
  CONSTRAINT approvals_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT approvals_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT approvals_asked_by_fkey FOREIGN KEY (merchant_id, asked_by)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT approvals_answered_by_fkey FOREIGN KEY (merchant_id, answered_by)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT approvals_kind_known CHECK (kind IN ('purchase', 'redemption', 'correction')),
  CONSTRAINT approvals_customer_or_phone CHECK ((customer_id IS NULL) <> (phone IS NULL)),
  CONSTRAINT approvals_answer_known CHECK (answer IN ('approved', 'refused', 'canceled')),
  CONSTRAINT approvals_answered CHECK (
    (answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL)),
  CONSTRAINT approvals_reason_of_refusal CHECK ((reason IS NOT NULL) = (answer IS NOT DISTINCT FROM 'refused')),
  CONSTRAINT approvals_own CHECK (answer = 'canceled' OR answered_by <> asked_by),
  CONSTRAINT approvals_used CHECK (used_at IS NULL OR answer = 'approved')
);
CREATE INDEX IF NOT EXISTS approvals_asked_idx ON approvals (asked_at);
CREATE INDEX IF NOT EXISTS approvals_merchant_asked_idx ON approvals (merchant_id, asked_at);
