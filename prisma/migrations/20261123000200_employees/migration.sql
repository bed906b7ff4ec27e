-- Employees and their ways in: sessions, links and API keys.

CREATE TABLE employees (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  password_hash text,
  role text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT employees_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT employees_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT employees_name_present CHECK (btrim(name) <> ''),
  CONSTRAINT employees_email_lower CHECK (email = lower(email)),
  CONSTRAINT employees_role_known CHECK (role IN ('owner', 'admin', 'manager', 'operator', 'employee')),
  CONSTRAINT employees_password_argon2 CHECK (password_hash LIKE '$argon2id$%')
);
-- A merchant lists an address once, whether or not its employee has answered the invitation.
CREATE UNIQUE INDEX merchant_employees_email_key ON employees (merchant_id, email);
-- On the whole platform an address belongs to the one active employee that has set a password under it. An
-- open invitation and a deactivated employee block no other.
CREATE UNIQUE INDEX proven_employees_email_key ON employees (email)
  WHERE password_hash IS NOT NULL AND is_active;

-- The worker reads no password hash and no phone.
ALTER TABLE employees ENABLE ROW LEVEL SECURITY;
ALTER TABLE employees FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON employees
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON employees FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON employees TO cashback_app;
GRANT SELECT (merchant_id, id, name, email, role, is_active) ON employees TO cashback_worker;
GRANT SELECT (
  merchant_id, id, name, email, phone, password_hash, role, is_active
) ON employees TO cashback_lookup;

-- Every phone that an employee has had: employees may not give cashback to themselves by changing it for a
-- moment.
CREATE TABLE employee_phones (
  merchant_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  phone text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT employee_phones_pkey PRIMARY KEY (merchant_id, employee_id, phone),
  CONSTRAINT employee_phones_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id)
);

-- Phones are only added: a former one stays the employee's.
ALTER TABLE employee_phones ENABLE ROW LEVEL SECURITY;
ALTER TABLE employee_phones FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON employee_phones
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON employee_phones TO cashback_app;

-- id is the SHA-256 of the token that only the cookie holds.
CREATE TABLE sessions (
  merchant_id uuid NOT NULL,
  id text NOT NULL,
  employee_id uuid NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  expires_at timestamptz(6) NOT NULL,
  ip text,
  user_agent text,
  CONSTRAINT sessions_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT sessions_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT sessions_id_shape CHECK (id ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX sessions_id_key ON sessions (id, merchant_id);
CREATE INDEX sessions_employee_idx ON sessions (merchant_id, employee_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- The worker has no part in sessions.
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sessions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON sessions FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO cashback_app;
GRANT SELECT (merchant_id, id, employee_id, created_at, expires_at) ON sessions TO cashback_lookup;

-- Links that set a password: the invitation of an employee, the reset of a forgotten password. The token is
-- derived from the row's id with a key outside the database; only its SHA-256 is stored.
CREATE TABLE password_links (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  -- The employee that asked for it on behalf of this one; null: this one did.
  created_by uuid,
  created_at timestamptz(6) NOT NULL,
  -- Brought forward when a newer link or a new password replaces it.
  expires_at timestamptz(6) NOT NULL,
  used_at timestamptz(6),
  CONSTRAINT password_links_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT password_links_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT password_links_created_by_fkey FOREIGN KEY (merchant_id, created_by)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT password_links_kind_known CHECK (kind IN ('invitation', 'reset')),
  CONSTRAINT password_links_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX password_links_token_hash_key ON password_links (token_hash, merchant_id);
CREATE INDEX password_links_employee_idx ON password_links (merchant_id, employee_id);

-- The worker makes the link that a reset mails.
ALTER TABLE password_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON password_links
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON password_links FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON password_links TO cashback_app;
GRANT SELECT, INSERT ON password_links TO cashback_worker;
GRANT UPDATE (expires_at) ON password_links TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash) ON password_links TO cashback_lookup;

-- Links that prove an e-mail: to complete a merchant's sign-up, or to change an employee's address. Until
-- then a sign-up is only a row here, without a merchant, a slug or a login.
CREATE TABLE email_links (
  -- For a sign-up, the id that its merchant will have.
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  -- The token is derived from the row's id with a key outside the database.
  token_hash bytea NOT NULL,
  -- The employee that changes its address; null: a sign-up.
  employee_id uuid,
  -- The form of the sign-up, with the password's hash.
  signup jsonb,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT email_links_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT email_links_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT email_links_email_lower CHECK (email = lower(email)),
  CONSTRAINT email_links_token_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT email_links_signup_or_employee CHECK ((signup IS NULL) <> (employee_id IS NULL))
);
CREATE UNIQUE INDEX email_links_token_hash_key ON email_links (token_hash, merchant_id);
-- A newer link of an employee replaces the older one.
CREATE UNIQUE INDEX email_links_employee_key ON email_links (merchant_id, employee_id);
CREATE INDEX email_links_expires_at_idx ON email_links (expires_at);

-- The worker may not read the form of a sign-up, which holds a password's hash.
ALTER TABLE email_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON email_links
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON email_links FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON email_links TO cashback_app;
GRANT DELETE ON email_links TO cashback_worker;
GRANT SELECT (merchant_id, id, email, token_hash, employee_id, expires_at) ON email_links TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash, expires_at) ON email_links TO cashback_lookup;

-- Keys of a merchant's own programs, its point of sale above all. Stored are the prefix and the SHA-256. A
-- key acts for an employee: it may do what both its scopes and that employee's role allow.
CREATE TABLE api_keys (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  created_by_id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- Exact to the minute.
  last_used_at timestamptz(6),
  revoked_at timestamptz(6),
  CONSTRAINT api_keys_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT api_keys_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (merchant_id, created_by_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT api_keys_hash_is_sha256 CHECK (length(key_hash) = 32),
  CONSTRAINT api_keys_scoped CHECK (cardinality(scopes) > 0)
);
-- Looked up before the merchant is known.
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (key_hash);

-- A key is never changed: it is used and revoked.
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON api_keys FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT ON api_keys TO cashback_app;
GRANT UPDATE (last_used_at, revoked_at) ON api_keys TO cashback_app;
GRANT SELECT (merchant_id, id, key_hash, revoked_at) ON api_keys TO cashback_lookup;
