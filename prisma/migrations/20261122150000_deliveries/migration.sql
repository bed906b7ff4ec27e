-- What leaves the product: each event of a merchant is delivered to each of its receivers, an integration or a webhook. A row is
-- one event for one receiver, made in the transaction that causes the event; it is the truth about its delivery, and the queue's
-- jobs only wake somebody up to look at it.

CREATE TABLE webhook_endpoints (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  events text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- Kept for the log of what was sent there.
  removed_at timestamptz(6),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT webhook_endpoints_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT webhook_endpoints_removed_is_inactive CHECK (removed_at IS NULL OR NOT is_active)
);

-- What a merchant's webhooks are signed with. Of several that count, each delivery is signed with all.
CREATE TABLE webhook_secrets (
  merchant_id uuid NOT NULL,
  version integer NOT NULL,
  secret_encrypted bytea NOT NULL,
  secret_last4 text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- Until when it still signs beside a newer one; null for the newest.
  expires_at timestamptz(6),
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (merchant_id, version),
  CONSTRAINT webhook_secrets_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT webhook_secrets_version_positive CHECK (version >= 1)
);

-- 'Sincronizar todos os clientes', one row a run. Its customers are handed to deliveries a few at a time, in the order of their ids.
CREATE TABLE bulk_syncs (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'running',
  -- Customers that there were when it began; once the last one is handed over, exactly how many were.
  total_count integer NOT NULL,
  handed_over_count integer NOT NULL DEFAULT 0,
  last_customer_id uuid,
  -- Customers that every integration took, and those that at least one did not.
  success_count integer NOT NULL DEFAULT 0,
  error_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  finished_at timestamptz(6),
  CONSTRAINT bulk_syncs_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT bulk_syncs_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT bulk_syncs_last_customer_fkey FOREIGN KEY (merchant_id, last_customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT bulk_syncs_state_known CHECK (state IN ('running', 'completed')),
  CONSTRAINT bulk_syncs_completed_is_counted CHECK (state = 'running'
    OR (finished_at IS NOT NULL AND total_count = success_count + error_count))
);
-- One at a time.
CREATE UNIQUE INDEX bulk_syncs_running_key ON bulk_syncs (merchant_id) WHERE state = 'running';

CREATE TABLE deliveries (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  integration_config_id uuid,
  webhook_endpoint_id uuid,
  -- What happened, in the receiver's words: 'purchase' for an integration is 'cashback.confirmed' for a webhook.
  event text NOT NULL,
  -- The row that the event is about, of a table that depends on the event.
  subject_id uuid NOT NULL,
  -- Null where a webhook is only tried out.
  customer_id uuid,
  bulk_sync_id uuid,
  state text NOT NULL DEFAULT 'waiting',
  -- Begun, so that a process killed meanwhile has used its try up.
  tries integer NOT NULL DEFAULT 0,
  -- How often in a row its account had too much to do.
  snoozed integer NOT NULL DEFAULT 0,
  -- By the database's clock, like all times here.
  next_try_at timestamptz(6) NOT NULL,
  last_status integer,
  last_error text,
  -- What is sent to a webhook: made before the first try and the same at each.
  body text,
  occurred_at timestamptz(6) NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  finished_at timestamptz(6),
  CONSTRAINT deliveries_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT deliveries_integration_fkey FOREIGN KEY (merchant_id, integration_config_id) REFERENCES integration_configs (merchant_id, id),
  CONSTRAINT deliveries_webhook_fkey FOREIGN KEY (merchant_id, webhook_endpoint_id) REFERENCES webhook_endpoints (merchant_id, id),
  CONSTRAINT deliveries_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id),
  CONSTRAINT deliveries_bulk_sync_fkey FOREIGN KEY (merchant_id, bulk_sync_id) REFERENCES bulk_syncs (merchant_id, id),
  CONSTRAINT deliveries_one_receiver CHECK ((integration_config_id IS NULL) <> (webhook_endpoint_id IS NULL)),
  CONSTRAINT deliveries_about_somebody CHECK (customer_id IS NOT NULL OR webhook_endpoint_id IS NOT NULL),
  CONSTRAINT deliveries_state_known CHECK (state IN ('waiting', 'delivered', 'failed')),
  CONSTRAINT deliveries_finished_once CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CONSTRAINT deliveries_tries_bounded CHECK (tries BETWEEN 0 AND 8),
  CONSTRAINT deliveries_snoozed_not_negative CHECK (snoozed >= 0)
);
-- Those whose job was lost, whoever's they are.
CREATE INDEX deliveries_waiting_idx ON deliveries (next_try_at) WHERE state = 'waiting';
CREATE INDEX deliveries_webhook_idx ON deliveries (merchant_id, created_at, id) WHERE webhook_endpoint_id IS NOT NULL;
CREATE INDEX deliveries_endpoint_idx ON deliveries (merchant_id, webhook_endpoint_id, created_at, id)
  WHERE webhook_endpoint_id IS NOT NULL;
CREATE INDEX deliveries_bulk_sync_idx ON deliveries (merchant_id, bulk_sync_id, customer_id) WHERE bulk_sync_id IS NOT NULL;

-- When the next call to an account may be made, where a provider counts calls. A row of its own: each call changes it.
CREATE TABLE integration_rates (
  merchant_id uuid NOT NULL,
  integration_config_id uuid NOT NULL,
  next_call_at timestamptz(6) NOT NULL,
  CONSTRAINT integration_rates_pkey PRIMARY KEY (merchant_id, integration_config_id),
  CONSTRAINT integration_rates_integration_fkey FOREIGN KEY (merchant_id, integration_config_id)
    REFERENCES integration_configs (merchant_id, id)
);

-- What somebody waits for in front of a screen and only the worker may ask of a provider: whether an account answers, and a campaign.
CREATE TABLE provider_requests (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  provider text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  -- What was typed, without the key.
  input jsonb NOT NULL,
  -- A key that was typed and is not saved; null: the saved one. Gone once there is an answer.
  api_key_encrypted bytea,
  result jsonb,
  error_message text,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- When the call that must not be made twice was begun.
  started_at timestamptz(6),
  finished_at timestamptz(6),
  CONSTRAINT provider_requests_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT provider_requests_employee_fkey FOREIGN KEY (merchant_id, employee_id) REFERENCES employees (merchant_id, id),
  CONSTRAINT provider_requests_provider_known CHECK (provider IN ('mailchimp', 'rd_station')),
  CONSTRAINT provider_requests_kind_known CHECK (kind IN ('test', 'campaign')),
  CONSTRAINT provider_requests_state_known CHECK (state IN ('waiting', 'succeeded', 'failed')),
  CONSTRAINT provider_requests_finished_once CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CONSTRAINT provider_requests_key_is_dropped CHECK (state = 'waiting' OR api_key_encrypted IS NULL)
);
CREATE INDEX provider_requests_created_at_idx ON provider_requests (created_at);

-- One final entry for each delivery to an integration, and whether somebody asked for another.
ALTER TABLE integration_sync_log
  ADD COLUMN delivery_id uuid,
  ADD COLUMN retried_at timestamptz(6),
  ADD CONSTRAINT integration_sync_log_delivery_fkey FOREIGN KEY (merchant_id, delivery_id)
    REFERENCES deliveries (merchant_id, id) NOT VALID;
GRANT UPDATE (retried_at) ON integration_sync_log TO cashback_app;

DO $$
DECLARE
  tenant_table regclass;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['webhook_endpoints', 'webhook_secrets', 'bulk_syncs', 'deliveries', 'integration_rates',
    'provider_requests']::regclass[]
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %s USING (merchant_id = nullif(current_setting(''app.merchant_id'', true), '''')::uuid)
      WITH CHECK (merchant_id = nullif(current_setting(''app.merchant_id'', true), '''')::uuid)', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %s TO cashback_app', tenant_table);
  END LOOP;
END
$$;
GRANT DELETE ON provider_requests TO cashback_app;

-- Whose waiting deliveries, and whose runs, nobody has looked at for a while.
GRANT SELECT (merchant_id, id, state, next_try_at) ON deliveries TO cashback_lookup;
CREATE POLICY lookup ON deliveries FOR SELECT TO cashback_lookup USING (true);
GRANT SELECT (merchant_id, id, state) ON bulk_syncs TO cashback_lookup;
CREATE POLICY lookup ON bulk_syncs FOR SELECT TO cashback_lookup USING (true);
GRANT SELECT (merchant_id, id, created_at) ON provider_requests TO cashback_lookup;
CREATE POLICY lookup ON provider_requests FOR SELECT TO cashback_lookup USING (true);

CREATE FUNCTION lookup.overdue_deliveries(p_since interval, p_limit integer) RETURNS TABLE (merchant_id uuid, id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT d.merchant_id, d.id FROM public.deliveries d
        WHERE d.state = 'waiting' AND d.next_try_at < now() - p_since
        ORDER BY d.next_try_at LIMIT p_limit $$;

CREATE FUNCTION lookup.running_bulk_syncs() RETURNS TABLE (merchant_id uuid, id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT b.merchant_id, b.id FROM public.bulk_syncs b WHERE b.state = 'running' $$;

CREATE FUNCTION lookup.old_provider_requests(p_since interval, p_limit integer) RETURNS TABLE (merchant_id uuid, id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT r.merchant_id, r.id FROM public.provider_requests r
        WHERE r.created_at < now() - p_since ORDER BY r.created_at LIMIT p_limit $$;

DO $$
DECLARE
  lookup_function regprocedure;
BEGIN
  FOREACH lookup_function IN ARRAY ARRAY['lookup.overdue_deliveries(interval, integer)', 'lookup.running_bulk_syncs()',
    'lookup.old_provider_requests(interval, integer)']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', lookup_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO cashback_app', lookup_function);
    EXECUTE format('ALTER FUNCTION %s OWNER TO cashback_lookup', lookup_function);
  END LOOP;
END
$$;
