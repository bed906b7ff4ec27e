-- Actions of employees, and the merchant's spend on marketing.

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
  CONSTRAINT audit_log_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id)
);
CREATE INDEX audit_log_created_at_idx ON audit_log (merchant_id, created_at);
CREATE INDEX audit_log_entity_idx ON audit_log (merchant_id, entity_id);
-- Rare actions are found without reading past a million purchases, and a purchase never writes to this index.
CREATE INDEX audit_log_rare_actions_idx ON audit_log (merchant_id, created_at)
  WHERE action NOT IN ('cashback.issue', 'redemption.create');

-- The audit log only grows.
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON audit_log TO cashback_app;
GRANT INSERT ON audit_log TO cashback_worker;

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
  CONSTRAINT marketing_spend_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT marketing_spend_amount_range CHECK (amount_cents BETWEEN 1 AND 100000000000)
);
CREATE INDEX marketing_spend_date_idx ON marketing_spend (merchant_id, date);

-- An amount entered by mistake can be deleted; the audit log keeps it.
ALTER TABLE marketing_spend ENABLE ROW LEVEL SECURITY;
ALTER TABLE marketing_spend FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON marketing_spend
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON marketing_spend TO cashback_app;
