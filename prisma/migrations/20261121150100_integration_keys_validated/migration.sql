-- The rows from before, checked without keeping anybody out.
ALTER TABLE integration_configs VALIDATE CONSTRAINT integration_configs_key_and_last4;
ALTER TABLE integration_configs VALIDATE CONSTRAINT integration_configs_active_has_key;
