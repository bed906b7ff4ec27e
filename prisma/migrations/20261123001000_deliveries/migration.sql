-- Deliveries: each event of a merchant goes to each of its receivers, integrations and webhooks.

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
  CONSTRAINT integration_configs_last4_short CHECK (length(api_key_last4) <= 4),
  -- A key and its last characters are set together, and nothing is sent without a key.
  CONSTRAINT integration_configs_key_and_last4 CHECK ((api_key_encrypted IS NULL) = (api_key_last4 IS NULL)),
  CONSTRAINT integration_configs_active_has_key CHECK (NOT is_active OR api_key_encrypted IS NOT NULL)
);
CREATE UNIQUE INDEX integration_configs_provider_key ON integration_configs (merchant_id, provider);

-- The worker writes when it synchronized last and how often.
ALTER TABLE integration_configs ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_configs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON integration_configs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE ON integration_configs TO cashback_app;
GRANT SELECT ON integration_configs TO cashback_worker;
GRANT UPDATE (last_sync_at, sync_count) ON integration_configs TO cashback_worker;

CREATE TABLE webhook_endpoints (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  events text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- The row stays for the log of its deliveries.
  removed_at timestamptz(6),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT webhook_endpoints_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT webhook_endpoints_removed_is_inactive CHECK (removed_at IS NULL OR NOT is_active)
);

-- The worker turns an endpoint off that answers 410.
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_endpoints
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE ON webhook_endpoints TO cashback_app;
GRANT SELECT ON webhook_endpoints TO cashback_worker;
GRANT UPDATE (is_active) ON webhook_endpoints TO cashback_worker;

-- Secrets that sign a merchant's webhooks. Each delivery is signed with all that have not expired.
CREATE TABLE webhook_secrets (
  merchant_id uuid NOT NULL,
  version integer NOT NULL,
  secret_encrypted bytea NOT NULL,
  secret_last4 text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- Moment until which it signs beside a newer one; null for the newest.
  expires_at timestamptz(6),
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (merchant_id, version),
  CONSTRAINT webhook_secrets_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT webhook_secrets_version_positive CHECK (version >= 1)
);

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_secrets
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE ON webhook_secrets TO cashback_app;
GRANT SELECT ON webhook_secrets TO cashback_worker;

-- 'Sincronizar todos os clientes', one row a run. Its customers become deliveries a few at a time, in the
-- order of ids.
CREATE TABLE bulk_syncs (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'running',
  -- The customers at the start; once the last one is handed over, exactly how many were.
  total_count integer NOT NULL,
  handed_over_count integer NOT NULL DEFAULT 0,
  last_customer_id uuid,
  -- Customers that every integration accepted, and those that at least one did not.
  success_count integer NOT NULL DEFAULT 0,
  error_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  finished_at timestamptz(6),
  CONSTRAINT bulk_syncs_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT bulk_syncs_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT bulk_syncs_last_customer_fkey FOREIGN KEY (merchant_id, last_customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT bulk_syncs_state_known CHECK (state IN ('running', 'completed')),
  CONSTRAINT bulk_syncs_completed_is_counted CHECK (state = 'running'
    OR (finished_at IS NOT NULL AND total_count = success_count + error_count))
);
-- One bulk sync of a merchant runs at a time.
CREATE UNIQUE INDEX bulk_syncs_running_key ON bulk_syncs (merchant_id) WHERE state = 'running';

ALTER TABLE bulk_syncs ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_syncs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bulk_syncs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON bulk_syncs FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON bulk_syncs TO cashback_app;
GRANT SELECT, UPDATE ON bulk_syncs TO cashback_worker;
GRANT SELECT (merchant_id, id, state) ON bulk_syncs TO cashback_lookup;

-- One event for one receiver, inserted in the transaction that causes the event. The row is the truth about
-- its delivery; a job only makes a worker read it.
CREATE TABLE deliveries (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  integration_config_id uuid,
  webhook_endpoint_id uuid,
  -- The receiver's name of it: 'purchase' for an integration is 'cashback.confirmed' for a webhook.
  event text NOT NULL,
  -- The row that the event is about; its table depends on the event.
  subject_id uuid NOT NULL,
  -- Null for a webhook's ping.
  customer_id uuid,
  bulk_sync_id uuid,
  state text NOT NULL DEFAULT 'waiting',
  -- Claimed attempts. Each is counted before it is made, so a process that is killed in one has used it up.
  attempts integer NOT NULL DEFAULT 0,
  -- Number of times in a row that the account was too busy for an attempt.
  deferrals integer NOT NULL DEFAULT 0,
  -- By the database's clock, like all times here.
  next_attempt_at timestamptz(6) NOT NULL,
  last_status integer,
  last_error text,
  -- The body for a webhook. The first attempt stores it, and every attempt sends it.
  body text,
  occurred_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  finished_at timestamptz(6),
  CONSTRAINT deliveries_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT deliveries_integration_fkey FOREIGN KEY (merchant_id, integration_config_id)
    REFERENCES integration_configs (merchant_id, id),
  CONSTRAINT deliveries_webhook_fkey FOREIGN KEY (merchant_id, webhook_endpoint_id)
    REFERENCES webhook_endpoints (merchant_id, id),
  CONSTRAINT deliveries_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT deliveries_bulk_sync_fkey FOREIGN KEY (merchant_id, bulk_sync_id)
    REFERENCES bulk_syncs (merchant_id, id),
  CONSTRAINT deliveries_one_receiver CHECK ((integration_config_id IS NULL) <> (webhook_endpoint_id IS NULL)),
  CONSTRAINT deliveries_customer_unless_webhook CHECK (customer_id IS NOT NULL OR webhook_endpoint_id IS NOT NULL),
  CONSTRAINT deliveries_state_known CHECK (state IN ('waiting', 'delivered', 'failed')),
  CONSTRAINT deliveries_finished_once CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CONSTRAINT deliveries_attempts_bounded CHECK (attempts BETWEEN 0 AND 8),
  CONSTRAINT deliveries_deferrals_not_negative CHECK (deferrals >= 0)
);
-- For the sweep that finds lost jobs across all merchants.
CREATE INDEX deliveries_waiting_idx ON deliveries (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX deliveries_webhook_idx ON deliveries (merchant_id, created_at, id)
  WHERE webhook_endpoint_id IS NOT NULL;
CREATE INDEX deliveries_endpoint_idx ON deliveries (merchant_id, webhook_endpoint_id, created_at, id)
  WHERE webhook_endpoint_id IS NOT NULL;
CREATE INDEX deliveries_bulk_sync_idx ON deliveries (merchant_id, bulk_sync_id, customer_id)
  WHERE bulk_sync_id IS NOT NULL;

ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deliveries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON deliveries FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_worker;
GRANT SELECT (merchant_id, id, state, next_attempt_at) ON deliveries TO cashback_lookup;

-- When the next call to an account may be made, where a provider limits calls. A table of its own: each call
-- updates it.
CREATE TABLE integration_rates (
  merchant_id uuid NOT NULL,
  integration_config_id uuid NOT NULL,
  next_call_at timestamptz(6) NOT NULL,
  CONSTRAINT integration_rates_pkey PRIMARY KEY (merchant_id, integration_config_id),
  CONSTRAINT integration_rates_integration_fkey FOREIGN KEY (merchant_id, integration_config_id)
    REFERENCES integration_configs (merchant_id, id)
);

ALTER TABLE integration_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON integration_rates
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE ON integration_rates TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON integration_rates TO cashback_worker;

-- Calls to a provider that an employee waits for and only the worker may make: the test of an account, a
-- campaign.
CREATE TABLE provider_requests (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  provider text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  -- The form, without the key.
  input jsonb NOT NULL,
  -- A typed key that is not saved; null: the saved one. Deleted once there is an answer.
  api_key_encrypted bytea,
  result jsonb,
  error_message text,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- When the call that must not be made twice began.
  started_at timestamptz(6),
  finished_at timestamptz(6),
  CONSTRAINT provider_requests_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT provider_requests_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT provider_requests_provider_known CHECK (provider IN ('mailchimp', 'rd_station')),
  CONSTRAINT provider_requests_kind_known CHECK (kind IN ('test', 'campaign')),
  CONSTRAINT provider_requests_state_known CHECK (state IN ('waiting', 'succeeded', 'failed')),
  CONSTRAINT provider_requests_finished_once CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CONSTRAINT provider_requests_key_is_dropped CHECK (state = 'waiting' OR api_key_encrypted IS NULL)
);
CREATE INDEX provider_requests_created_at_idx ON provider_requests (created_at);

-- Deleted once they are old.
ALTER TABLE provider_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON provider_requests
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON provider_requests FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON provider_requests TO cashback_app;
GRANT SELECT, UPDATE, DELETE ON provider_requests TO cashback_worker;
GRANT SELECT (merchant_id, id, created_at) ON provider_requests TO cashback_lookup;

-- One final entry for each delivery to an integration.
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
  delivery_id uuid,
  -- When an employee asked for another delivery.
  retried_at timestamptz(6),
  CONSTRAINT integration_sync_log_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT integration_sync_log_config_fkey FOREIGN KEY (merchant_id, integration_config_id)
    REFERENCES integration_configs (merchant_id, id),
  CONSTRAINT integration_sync_log_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT integration_sync_log_delivery_fkey FOREIGN KEY (merchant_id, delivery_id)
    REFERENCES deliveries (merchant_id, id),
  CONSTRAINT integration_sync_log_action_known
    CHECK (action IN ('signup', 'purchase', 'redemption', 'bulk_sync')),
  CONSTRAINT integration_sync_log_status_known CHECK (status IN ('success', 'error'))
);
CREATE INDEX integration_sync_log_created_at_idx ON integration_sync_log (merchant_id, created_at);
CREATE UNIQUE INDEX integration_sync_log_delivery_key ON integration_sync_log (merchant_id, delivery_id);

-- The log only grows; employees may mark an entry as sent again.
ALTER TABLE integration_sync_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_sync_log FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON integration_sync_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON integration_sync_log TO cashback_app;
GRANT UPDATE (retried_at) ON integration_sync_log TO cashback_app;
GRANT SELECT, INSERT ON integration_sync_log TO cashback_worker;
