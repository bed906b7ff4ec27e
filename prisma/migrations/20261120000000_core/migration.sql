-- The entities of the product. Money is BIGINT centavos, rates are INTEGER basis points, timestamps are UTC.
-- merchant_id leads every tenant table's primary key and every foreign key between tenant tables, so a row can
-- never point at another merchant's row, and so that the tables can be distributed by merchant_id.

CREATE TABLE merchants (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  rate_basis_points integer NOT NULL DEFAULT 500,
  program_name text NOT NULL,
  cashback_expires boolean NOT NULL DEFAULT false,
  cashback_expiration_days integer NOT NULL DEFAULT 180,
  cashback_available_immediately boolean NOT NULL DEFAULT true,
  cashback_maturing_days integer NOT NULL DEFAULT 1,
  time_zone text NOT NULL DEFAULT 'America/Sao_Paulo',
  custom_domain text,
  custom_domain_status text,
  custom_domain_verification_code text,
  custom_domain_checked_at timestamptz(6),
  gtm_id text,
  meta_pixel_id text,
  signup_link_slug text NOT NULL,
  logo_url text,
  brand_color text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT merchants_pkey PRIMARY KEY (id),
  CONSTRAINT merchants_name_present CHECK (btrim(name) <> ''),
  CONSTRAINT merchants_phone_digits CHECK (phone ~ '^[0-9]{10,11}$'),
  CONSTRAINT merchants_rate_range CHECK (rate_basis_points BETWEEN 10 AND 10000),
  CONSTRAINT merchants_expiration_range CHECK (cashback_expiration_days BETWEEN 1 AND 3650),
  CONSTRAINT merchants_maturing_range CHECK (cashback_maturing_days BETWEEN 1 AND 90),
  CONSTRAINT merchants_slug_shape CHECK (signup_link_slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  CONSTRAINT merchants_domain_shape CHECK (custom_domain ~ '^[a-z0-9.-]+$'),
  CONSTRAINT merchants_domain_status CHECK (custom_domain_status IN ('waiting', 'verified', 'failed')),
  CONSTRAINT merchants_gtm_shape CHECK (gtm_id ~ '^GTM-[A-Z0-9]{4,10}$'),
  CONSTRAINT merchants_pixel_shape CHECK (meta_pixel_id ~ '^[0-9]{15,16}$'),
  CONSTRAINT merchants_brand_color_shape CHECK (brand_color ~ '^#[0-9a-f]{6}$')
);
CREATE UNIQUE INDEX merchants_signup_link_slug_key ON merchants (signup_link_slug);
-- Only a verified domain is taken; any number of merchants may be waiting for the same one.
CREATE UNIQUE INDEX merchants_verified_domain_key ON merchants ((CASE WHEN custom_domain_status = 'verified' THEN custom_domain END));

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
CREATE UNIQUE INDEX employees_email_key ON employees (email);

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
  CONSTRAINT sessions_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT sessions_id_shape CHECK (id ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX sessions_id_key ON sessions (id, merchant_id);
CREATE INDEX sessions_employee_idx ON sessions (merchant_id, employee_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE customers (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  phone text NOT NULL,
  name text,
  email text,
  referred_by_merchant_id uuid,
  -- Caches of the ledger, written in the transaction that changes it. available_cents and cashback_balance_cents
  -- are those of balance_as_of and hold until balance_changes_at, when a lot matures or expires; from then on they
  -- are derived from the lots.
  cashback_balance_cents bigint NOT NULL DEFAULT 0,
  available_cents bigint NOT NULL DEFAULT 0,
  balance_as_of timestamptz(6),
  balance_changes_at timestamptz(6),
  total_cashback_cents bigint NOT NULL DEFAULT 0,
  total_spent_cents bigint NOT NULL DEFAULT 0,
  last_purchase_at timestamptz(6),
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT customers_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT customers_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT customers_phone_digits CHECK (phone ~ '^[1-9][1-9][0-9]{8,9}$'),
  CONSTRAINT customers_available_not_negative CHECK (available_cents >= 0),
  CONSTRAINT customers_balance_covers_available CHECK (cashback_balance_cents >= available_cents),
  CONSTRAINT customers_totals_not_negative CHECK (total_cashback_cents >= 0 AND total_spent_cents >= 0),
  CONSTRAINT customers_referrer_is_merchant CHECK (referred_by_merchant_id = merchant_id)
);
CREATE UNIQUE INDEX customers_phone_key ON customers (merchant_id, phone);
CREATE INDEX customers_phone_idx ON customers (phone);
CREATE INDEX customers_created_at_idx ON customers (merchant_id, created_at);

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
  CONSTRAINT transactions_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT transactions_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT transactions_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT transactions_type_known CHECK (transaction_type = 'cashback'),
  CONSTRAINT transactions_status_known CHECK (status IN ('completed', 'reversed')),
  CONSTRAINT transactions_amount_range CHECK (amount_cents BETWEEN 1 AND 1000000000),
  -- The same half-up rounding as the program's own; a disagreement is refused rather than stored.
  CONSTRAINT transactions_cashback_rounding CHECK (cashback_cents = (amount_cents * rate_basis_points + 5000) / 10000),
  CONSTRAINT transactions_scan_dated CHECK (qr_scanned = (qr_scanned_at IS NOT NULL)),
  CONSTRAINT transactions_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX transactions_token_hash_key ON transactions (token_hash, merchant_id);
CREATE INDEX transactions_customer_idx ON transactions (merchant_id, customer_id, created_at);
CREATE INDEX transactions_created_at_idx ON transactions (merchant_id, created_at);

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
  CONSTRAINT redemptions_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT redemptions_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT redemptions_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT redemptions_status_known CHECK (status IN ('pending', 'completed', 'reversed')),
  CONSTRAINT redemptions_amount_range CHECK (amount_cents BETWEEN 1 AND 1000000000),
  CONSTRAINT redemptions_completion_dated CHECK ((status = 'pending') = (completed_at IS NULL)),
  CONSTRAINT redemptions_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX redemptions_token_hash_key ON redemptions (token_hash, merchant_id);
CREATE INDEX redemptions_customer_idx ON redemptions (merchant_id, customer_id, created_at);
CREATE INDEX redemptions_created_at_idx ON redemptions (merchant_id, created_at);

-- One credit: what is left of it, from when it can be spent and until when (exclusive), and the rules in force.
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
  CONSTRAINT cashback_lots_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT cashback_lots_transaction_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions (merchant_id, id),
  CONSTRAINT cashback_lots_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT cashback_lots_remaining_range CHECK (remaining_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT cashback_lots_lives_after_maturing CHECK (expires_at > available_at)
);
CREATE UNIQUE INDEX cashback_lots_transaction_key ON cashback_lots (merchant_id, transaction_id);
-- Open lots only, whatever the customer's history: the expression is NULL, thus at the index's end, for spent ones.
CREATE INDEX cashback_lots_open_idx ON cashback_lots (merchant_id, (CASE WHEN remaining_cents > 0 THEN customer_id END));

-- Append-only. Every row moves one lot; the sum of a lot's rows is what remains of it, the sum of a customer's
-- rows is the balance. One effect per (kind, source, lot): the constraint that makes a second credit impossible.
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
  CONSTRAINT ledger_entries_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT ledger_entries_lot_fkey FOREIGN KEY (merchant_id, lot_id) REFERENCES cashback_lots (merchant_id, id),
  CONSTRAINT ledger_entries_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT ledger_entries_kind_known CHECK (kind IN ('accrual', 'redemption', 'expiry', 'accrual_reversal', 'redemption_reversal', 'adjustment')),
  CONSTRAINT ledger_entries_sign CHECK (CASE kind
    WHEN 'accrual' THEN amount_cents > 0
    WHEN 'redemption_reversal' THEN amount_cents > 0
    WHEN 'adjustment' THEN amount_cents <> 0
    ELSE amount_cents < 0 END),
  CONSTRAINT ledger_entries_balance_not_negative CHECK (balance_after_cents >= 0)
);
CREATE UNIQUE INDEX ledger_entries_effect_key ON ledger_entries (merchant_id, source_id, kind, lot_id);
CREATE INDEX ledger_entries_customer_idx ON ledger_entries (merchant_id, customer_id, id);

-- The answer of every call that moved money, under the id its client made. The token is never in it.
CREATE TABLE idempotency_keys (
  merchant_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  procedure text NOT NULL,
  request_hash bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (merchant_id, operation_id),
  CONSTRAINT idempotency_keys_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE audit_log (
  merchant_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  employee_id uuid,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text,
  details jsonb NOT NULL DEFAULT '{}',
  ip text,
  user_agent text,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT audit_log_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT audit_log_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT audit_log_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id)
);
CREATE INDEX audit_log_created_at_idx ON audit_log (merchant_id, created_at);

CREATE TABLE marketing_spend (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  date date NOT NULL,
  platform text NOT NULL DEFAULT 'manual',
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT marketing_spend_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT marketing_spend_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT marketing_spend_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT marketing_spend_amount_range CHECK (amount_cents BETWEEN 1 AND 100000000000)
);
CREATE INDEX marketing_spend_date_idx ON marketing_spend (merchant_id, date);

CREATE TABLE integration_configs (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  provider text NOT NULL,
  api_key_encrypted bytea,
  api_key_last4 text,
  audience_id text,
  server_prefix text,
  sync_on_signup boolean NOT NULL DEFAULT true,
  sync_on_purchase boolean NOT NULL DEFAULT true,
  sync_on_redemption boolean NOT NULL DEFAULT false,
  default_tags text[] NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL DEFAULT false,
  last_sync_at timestamptz(6),
  sync_count bigint NOT NULL DEFAULT 0,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT integration_configs_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT integration_configs_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT integration_configs_provider_known CHECK (provider IN ('mailchimp', 'rd_station')),
  CONSTRAINT integration_configs_prefix_shape CHECK (server_prefix ~ '^[a-z]{2}[0-9]{1,2}$'),
  CONSTRAINT integration_configs_last4_short CHECK (length(api_key_last4) <= 4)
);
CREATE UNIQUE INDEX integration_configs_provider_key ON integration_configs (merchant_id, provider);

CREATE TABLE integration_sync_log (
  merchant_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  integration_config_id uuid NOT NULL,
  customer_id uuid,
  action text NOT NULL,
  status text NOT NULL,
  response_data jsonb,
  error_message text,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT integration_sync_log_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT integration_sync_log_config_fkey FOREIGN KEY (merchant_id, integration_config_id) REFERENCES integration_configs (merchant_id, id),
  CONSTRAINT integration_sync_log_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT integration_sync_log_action_known CHECK (action IN ('signup', 'purchase', 'redemption', 'bulk_sync')),
  CONSTRAINT integration_sync_log_status_known CHECK (status IN ('success', 'error'))
);
CREATE INDEX integration_sync_log_created_at_idx ON integration_sync_log (merchant_id, created_at);
