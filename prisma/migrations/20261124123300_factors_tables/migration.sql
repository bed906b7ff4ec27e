-- The second step of a login: authenticator apps, recovery codes, and logins that wait for either.

-- An employee's authenticator app. Its secret is sealed with the merchant's data key (0021).
CREATE TABLE authenticators (
  merchant_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  secret_encrypted bytea NOT NULL,
  created_at timestamptz(6) NOT NULL,
  -- Null until the app has shown a first code; logins ask for none before.
  confirmed_at timestamptz(6),
  -- The latest period of 30 seconds whose code was used: no code of it or before is accepted again.
  last_step bigint NOT NULL DEFAULT 0,
  CONSTRAINT authenticators_pkey PRIMARY KEY (merchant_id, employee_id),
  CONSTRAINT authenticators_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id)
);

-- An employee's ten codes of 80 random bits, each stored as an argon2id hash that its employee salts.
CREATE TABLE recovery_codes (
  merchant_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamptz(6) NOT NULL,
  used_at timestamptz(6),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (merchant_id, employee_id, code_hash),
  CONSTRAINT recovery_codes_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT recovery_codes_hash_length CHECK (octet_length(code_hash) = 32)
);

-- A login whose password was right and whose second step is still missing. It is no session.
CREATE TABLE half_open_logins (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  tries_left smallint NOT NULL,
  created_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT half_open_logins_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT half_open_logins_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT half_open_logins_token_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT half_open_logins_tries_range CHECK (tries_left BETWEEN 0 AND 5)
);
CREATE UNIQUE INDEX half_open_logins_token_hash_key ON half_open_logins (token_hash, merchant_id);
CREATE INDEX half_open_logins_employee_idx ON half_open_logins (merchant_id, employee_id);
CREATE INDEX half_open_logins_expires_at_idx ON half_open_logins (expires_at);

-- Notices of what changed about the second step. All present rows hold a kind of before, so the wider rule
-- needs no reading of them.
ALTER TABLE security_notices
  DROP CONSTRAINT security_notices_kind_known,
  ADD CONSTRAINT security_notices_kind_known CHECK (kind IN (
    'new_device', 'password_changed', 'email_changed', 'email_set', 'factor_added', 'factor_removed',
    'factor_reset', 'recovery_codes_renewed', 'recovery_code_used', 'factor_tried'
  )) NOT VALID;
