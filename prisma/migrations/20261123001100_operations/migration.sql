-- The platform's own records, of no merchant.

-- Runs of the ledger's verification.
CREATE TABLE operations.ledger_verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6) NOT NULL,
  merchants integer NOT NULL,
  entries bigint NOT NULL,
  differences bigint NOT NULL,
  -- The first few, as the verifier names them.
  examples jsonb NOT NULL DEFAULT '[]',
  -- Reason for which the run did not reach its end.
  error text,
  -- 'all': every row of every merchant. 'moved': the customers whose money moved since the run before.
  scope text NOT NULL DEFAULT 'all'
);
CREATE INDEX ledger_verifications_finished_at_idx ON operations.ledger_verifications (finished_at);

-- Runs are only added.
GRANT SELECT, INSERT ON operations.ledger_verifications TO cashback_app;
GRANT SELECT, INSERT ON operations.ledger_verifications TO cashback_worker;

-- The newest time of its schedule for which each recurring job was enqueued, so that one of all processes
-- does it.
CREATE TABLE operations.job_schedules (
  task text NOT NULL PRIMARY KEY,
  enqueued_for timestamptz(6) NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON operations.job_schedules TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.job_schedules TO cashback_worker;

-- Uses of strict limits, while no Redis counts for all processes. Unlogged: a crash may forget a count, which
-- begins a new window, and no commit waits for the disk.
CREATE UNLOGGED TABLE operations.call_counts (
  key text NOT NULL PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz(6) NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX call_counts_ends_at_idx ON operations.call_counts (ends_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON operations.call_counts TO cashback_app;
GRANT SELECT, DELETE ON operations.call_counts TO cashback_worker;

-- Failed logins. An unknown address belongs to no merchant. No e-mail and no password is stored; email_hash
-- is keyed, so that only a process with TOKEN_SECRET can ask for an address.
CREATE TABLE operations.failed_logins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  failed_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  email_hash bytea NOT NULL,
  -- '203.0.113.0/24', '2001:db8:1::/48'
  network text NOT NULL,
  is_known_device boolean NOT NULL,
  -- 'limited': refused before the password was looked at.
  outcome text NOT NULL CHECK (outcome IN ('wrong', 'limited'))
);
CREATE INDEX failed_logins_failed_at_idx ON operations.failed_logins (failed_at);
CREATE INDEX failed_logins_email_hash_idx ON operations.failed_logins (email_hash);

-- A failed login is never changed; old ones are deleted.
GRANT SELECT, INSERT, DELETE ON operations.failed_logins TO cashback_app;
GRANT SELECT, DELETE ON operations.failed_logins TO cashback_worker;

-- One open row for each thing that the platform has to look at; ended rows record how it ended and who ended
-- it. expiry_held: credit that would expire at once stays until it is confirmed. redemptions_held: the
-- merchant's ledger does not add up. dated_ahead: rows dated later than the database's now. Without a
-- merchant: the whole platform.
CREATE TABLE operations.alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  merchant_id uuid,
  details jsonb NOT NULL DEFAULT '{}',
  raised_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  mailed_at timestamptz(6),
  ended_at timestamptz(6),
  ended_by text,
  CONSTRAINT alarms_kind_known CHECK (kind IN ('expiry_held', 'redemptions_held', 'dated_ahead')),
  CONSTRAINT alarms_end_signed CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX alarms_open_key ON operations.alarms (kind, merchant_id) NULLS NOT DISTINCT
  WHERE ended_at IS NULL;

-- Alarms are ended, never deleted.
GRANT SELECT, INSERT, UPDATE ON operations.alarms TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.alarms TO cashback_worker;

-- Moment up to which the job has settled what was due: how far the clock moved since then tells a jump from a
-- quiet minute.
CREATE TABLE operations.expiry_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  settled_until timestamptz(6) NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON operations.expiry_progress TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.expiry_progress TO cashback_worker;

-- Undone expiries of a wrong clock. Rows dated after corrected_at and up to dated_until are known to be
-- wrong.
CREATE TABLE operations.clock_corrections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  merchant_id uuid NOT NULL,
  corrected_at timestamptz(6) NOT NULL,
  dated_until timestamptz(6) NOT NULL,
  customers integer NOT NULL DEFAULT 0,
  cents bigint NOT NULL DEFAULT 0,
  corrected_by text NOT NULL
);
CREATE INDEX clock_corrections_merchant_idx ON operations.clock_corrections (merchant_id, corrected_at);

GRANT SELECT, INSERT, UPDATE ON operations.clock_corrections TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.clock_corrections TO cashback_worker;
