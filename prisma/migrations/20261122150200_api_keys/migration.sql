-- Keys with which a merchant's own programs, its point of sale above all, call the API. Only what they begin with and their
-- SHA-256 are kept. A key acts for a person: it may never more than its scopes and that person's role both allow.
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
  -- To the minute.
  last_used_at timestamptz(6),
  revoked_at timestamptz(6),
  CONSTRAINT api_keys_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT api_keys_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (merchant_id, created_by_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT api_keys_hash_is_sha256 CHECK (length(key_hash) = 32),
  CONSTRAINT api_keys_scoped CHECK (cardinality(scopes) > 0)
);
-- Looked up before anybody knows whose it is.
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (key_hash);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
GRANT SELECT, INSERT ON api_keys TO cashback_app;
GRANT UPDATE (last_used_at, revoked_at) ON api_keys TO cashback_app;

GRANT SELECT (merchant_id, id, key_hash, revoked_at) ON api_keys TO cashback_lookup;
CREATE POLICY lookup ON api_keys FOR SELECT TO cashback_lookup USING (true);

CREATE FUNCTION lookup.api_key_by_hash(p_key_hash bytea) RETURNS TABLE (merchant_id uuid, id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT k.merchant_id, k.id FROM public.api_keys k WHERE k.key_hash = p_key_hash AND k.revoked_at IS NULL $$;
REVOKE ALL ON FUNCTION lookup.api_key_by_hash(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup.api_key_by_hash(bytea) TO cashback_app;
ALTER FUNCTION lookup.api_key_by_hash(bytea) OWNER TO cashback_lookup;
