-- Passkeys: a sign-in without a password, or the second step after one; and the roles that must have one.

-- An employee's passkey. The public key only checks signatures.
CREATE TABLE passkeys (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  -- Of signatures, by the authenticator's count; those that keep none say 0.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamptz(6) NOT NULL,
  last_used_at timestamptz(6),
  CONSTRAINT passkeys_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT passkeys_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT passkeys_credential_length CHECK (octet_length(credential_id) BETWEEN 1 AND 1023)
);
-- Authenticators choose the id, so only together with its employee it names one passkey.
CREATE UNIQUE INDEX passkeys_credential_key ON passkeys (employee_id, credential_id, merchant_id);
CREATE INDEX passkeys_employee_idx ON passkeys (merchant_id, employee_id);

-- Challenges that wait for their signature. Belongs to no merchant, because a login with a passkey begins
-- before its employee is known.
CREATE TABLE operations.passkey_challenges (
  -- SHA-256 of the ceremony and of what holds the challenge in the browser.
  holder_hash bytea NOT NULL,
  challenge bytea NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (holder_hash),
  CONSTRAINT passkey_challenges_holder_sha256 CHECK (octet_length(holder_hash) = 32),
  CONSTRAINT passkey_challenges_length CHECK (octet_length(challenge) = 32)
);
CREATE INDEX passkey_challenges_expires_at_idx ON operations.passkey_challenges (expires_at);

-- The roles that must have a second step, and since when.
CREATE TABLE factor_demands (
  merchant_id uuid NOT NULL,
  role text NOT NULL,
  grace_days smallint NOT NULL,
  demanded_at timestamptz(6) NOT NULL,
  CONSTRAINT factor_demands_pkey PRIMARY KEY (merchant_id, role),
  CONSTRAINT factor_demands_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT factor_demands_role_known CHECK (role IN ('owner', 'admin', 'manager', 'operator', 'employee')),
  CONSTRAINT factor_demands_grace_range CHECK (grace_days BETWEEN 0 AND 30)
);

-- All present rows hold a kind of before, so the wider rule needs no reading of them.
ALTER TABLE security_notices
  DROP CONSTRAINT security_notices_kind_known,
  ADD CONSTRAINT security_notices_kind_known CHECK (kind IN (
    'new_device', 'password_changed', 'email_changed', 'email_set', 'factor_added', 'factor_removed',
    'factor_reset', 'recovery_codes_renewed', 'recovery_code_used', 'factor_tried', 'passkey_added',
    'passkey_removed', 'app_removed'
  )) NOT VALID;
