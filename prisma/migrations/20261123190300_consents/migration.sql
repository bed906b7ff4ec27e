-- A customer's consent to offers, for each channel. A row is one answer, given or withdrawn; the newest of a
-- channel is in force, and without a row there is no consent.
--
-- Each table is changed in a transaction of its own: confirmations in progress lock the same tables in another
-- order. All of it can be executed again, so a run that was cut short is repeated as a whole.

BEGIN;
CREATE TABLE IF NOT EXISTS consents (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The order of a customer's answers. Their row is locked while one is added, and clocks may stand still.
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id uuid NOT NULL,
  channel text NOT NULL,
  is_given boolean NOT NULL,
  -- Of the sentence that the customer saw; null where none was shown.
  text_version integer,
  source text NOT NULL,
  -- Null: the customer.
  employee_id uuid,
  ip text,
  user_agent text,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT consents_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT consents_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT consents_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT consents_channel_known CHECK (channel IN ('email', 'whatsapp')),
  CONSTRAINT consents_source_known CHECK (source IN ('signup', 'my_data', 'counter', 'provider')),
  -- Only the customer gives one, to a sentence.
  CONSTRAINT consents_given_by_customer CHECK (
    NOT is_given OR (employee_id IS NULL AND text_version IS NOT NULL AND source IN ('signup', 'my_data')))
);
CREATE INDEX IF NOT EXISTS consents_latest_idx ON consents (merchant_id, customer_id, channel, number);
COMMIT;

-- True: customers without consent to e-mail are sent as contacts without marketing. New integrations do not;
-- those that exist have sent everybody and go on, by a default that is dropped again: an UPDATE would stop at
-- row-level security.
BEGIN;
ALTER TABLE integration_configs ADD COLUMN IF NOT EXISTS sends_without_consent boolean NOT NULL DEFAULT true;
ALTER TABLE integration_configs ALTER COLUMN sends_without_consent SET DEFAULT false;
COMMIT;

-- Validated by the next migration.
BEGIN;
ALTER TABLE integration_sync_log
  DROP CONSTRAINT integration_sync_log_action_known,
  ADD CONSTRAINT integration_sync_log_action_known
    CHECK (action IN ('signup', 'purchase', 'redemption', 'consent', 'bulk_sync')) NOT VALID;
COMMIT;

-- prisma/access/consents.sql
-- Policies and grants of consents. The record only grows; a merge moves it.
ALTER TABLE consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE consents FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON consents;
CREATE POLICY tenant ON consents
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON consents FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON consents TO cashback_app;
GRANT UPDATE (customer_id) ON consents TO cashback_app;
GRANT SELECT ON consents TO cashback_worker;

-- prisma/functions/deliveries/announce_consent.sql
-- Trigger of consents: announces a consent that was given or withdrawn. Providers hear of those for e-mail;
-- of one that is given at the sign-up they hear with the sign-up, if they want that.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_consent() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM announce(NEW.merchant_id,
    CASE WHEN NEW.channel <> 'email' THEN NULL WHEN NOT NEW.is_given THEN 'withdrawal'
      WHEN NEW.source <> 'signup' THEN 'consent' END,
    'customer.consent_changed', NEW.id, NEW.customer_id, NEW.created_at);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_consent() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_consent AFTER INSERT ON consents FOR EACH ROW
  EXECUTE FUNCTION announce_consent();

-- prisma/functions/deliveries/receivers_of.sql
-- Called by announce and confirm_cashback: the merchant's integrations and webhooks that want an event.
-- p_action is the integrations' name of the event, p_event the webhooks'; null if they have none. A changed
-- consent goes to every active integration, because its flags must not keep a withdrawal from the provider.
-- In the database because both need it.
CREATE OR REPLACE FUNCTION receivers_of(p_merchant_id uuid, p_action text, p_event text)
  RETURNS TABLE (integration_config_id uuid, webhook_endpoint_id uuid, event text)
LANGUAGE sql STABLE
AS $$
  SELECT i.id, NULL::uuid, p_action
  FROM integration_configs i
  WHERE p_action IS NOT NULL AND i.merchant_id = p_merchant_id AND i.is_active
    AND CASE p_action WHEN 'signup' THEN i.sync_on_signup WHEN 'purchase' THEN i.sync_on_purchase
      WHEN 'redemption' THEN i.sync_on_redemption WHEN 'consent' THEN true ELSE false END
  UNION ALL
  SELECT NULL, w.id, p_event FROM webhook_endpoints w
  WHERE p_event IS NOT NULL AND w.merchant_id = p_merchant_id AND w.is_active AND p_event = ANY (w.events)
$$;

REVOKE ALL ON FUNCTION receivers_of(uuid, text, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION receivers_of(uuid, text, text) TO cashback_app, cashback_confirmer;
