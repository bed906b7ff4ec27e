-- Keys under which merchants' secrets are sealed, one set a merchant, each wrapped by a key that is not in the database.
-- A newer version seals what is written from then on; older ones stay for what they sealed.
CREATE TABLE merchant_data_keys (
  merchant_id uuid NOT NULL,
  version integer NOT NULL,
  wrapped_key bytea NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT merchant_data_keys_pkey PRIMARY KEY (merchant_id, version),
  CONSTRAINT merchant_data_keys_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT merchant_data_keys_version_positive CHECK (version >= 1)
);

ALTER TABLE merchant_data_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_data_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchant_data_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
GRANT SELECT, INSERT ON merchant_data_keys TO cashback_app;

-- A key and the characters it is told by come and go together, and nothing is sent anywhere without one.
ALTER TABLE integration_configs
  ADD CONSTRAINT integration_configs_key_and_last4 CHECK ((api_key_encrypted IS NULL) = (api_key_last4 IS NULL)) NOT VALID,
  ADD CONSTRAINT integration_configs_active_has_key CHECK (NOT is_active OR api_key_encrypted IS NOT NULL) NOT VALID;
