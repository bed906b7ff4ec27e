-- Links by which a person sets a password: the invitation of a new employee and the reset of a forgotten password.
-- The link's token is derived from the row's id with a key outside the database; only its SHA-256 is here.

CREATE TABLE password_links (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  -- Whoever asked for it on the person's behalf; nobody where the person did.
  created_by uuid,
  created_at timestamptz(6) NOT NULL,
  -- Brought forward when a newer link or a new password takes its place.
  expires_at timestamptz(6) NOT NULL,
  used_at timestamptz(6),
  CONSTRAINT password_links_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT password_links_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT password_links_created_by_fkey FOREIGN KEY (merchant_id, created_by) REFERENCES employees (merchant_id, id),
  CONSTRAINT password_links_kind_known CHECK (kind IN ('invitation', 'reset')),
  CONSTRAINT password_links_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX password_links_token_hash_key ON password_links (token_hash, merchant_id);
CREATE INDEX password_links_employee_idx ON password_links (merchant_id, employee_id);

ALTER TABLE password_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON password_links
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON password_links TO cashback_app;

-- Whoever holds a link comes without a tenant; its hash leads to the ids, and the tenant's own door to the rest.
GRANT SELECT (merchant_id, id, token_hash) ON password_links TO cashback_lookup;
CREATE POLICY lookup ON password_links FOR SELECT TO cashback_lookup USING (true);

CREATE FUNCTION lookup.password_link_by_token(p_token_hash bytea) RETURNS TABLE (merchant_id uuid, id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT l.merchant_id, l.id FROM public.password_links l WHERE l.token_hash = p_token_hash $$;
REVOKE ALL ON FUNCTION lookup.password_link_by_token(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup.password_link_by_token(bytea) TO cashback_app;
ALTER FUNCTION lookup.password_link_by_token(bytea) OWNER TO cashback_lookup;
