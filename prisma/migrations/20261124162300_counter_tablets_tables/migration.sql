-- Devices at the counter that employees switch on by a PIN (0067). A cookie holds the token; only its hash is
-- stored.
CREATE TABLE counter_tablets (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  registered_by uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  last_seen_at timestamptz(6),
  revoked_at timestamptz(6),
  CONSTRAINT counter_tablets_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT counter_tablets_registered_by_fkey FOREIGN KEY (merchant_id, registered_by)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT counter_tablets_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX counter_tablets_token_hash_key ON counter_tablets (token_hash, merchant_id);

-- The tablet that a session was unlocked on; null: a login. All present rows are null, so the key needs no
-- reading of them.
ALTER TABLE sessions ADD COLUMN tablet_id uuid;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_tablet_fkey FOREIGN KEY (merchant_id, tablet_id)
    REFERENCES counter_tablets (merchant_id, id) NOT VALID;
