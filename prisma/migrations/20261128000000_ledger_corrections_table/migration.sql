-- Differences of a ledger that the platform's people have put right, or that are history and stay (0042).
CREATE TABLE IF NOT EXISTS operations.ledger_corrections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  merchant_id uuid NOT NULL,
  broken_rule text NOT NULL,
  customer_id uuid,
  subject_id uuid,
  expected text,
  found text,
  -- Could not be derived again: from then on the verification knows exactly this difference.
  stays boolean NOT NULL,
  reason text NOT NULL,
  corrected_by text NOT NULL,
  corrected_at timestamptz(6) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS ledger_corrections_subject_idx
  ON operations.ledger_corrections (merchant_id, subject_id);
