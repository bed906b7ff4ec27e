-- The first hour of a merchant: marks of the steps that nothing else tells, and the trial purchase.

-- When the owner kept the rules as they are or saved them, opened the poster, said to work alone, and confirmed
-- a trial; and when the list of steps was dismissed. A merchant that is older than the list has it dismissed:
-- a default that is dropped again fills the rows, where an UPDATE would stop at row-level security.
ALTER TABLE merchants
  ADD COLUMN setup_rules_at timestamptz(6),
  ADD COLUMN setup_poster_at timestamptz(6),
  ADD COLUMN setup_alone_at timestamptz(6),
  ADD COLUMN setup_trial_at timestamptz(6),
  ADD COLUMN setup_dismissed_at timestamptz(6) DEFAULT now();
ALTER TABLE merchants ALTER COLUMN setup_dismissed_at DROP DEFAULT;

-- A purchase to the owner's own phone that counts nowhere: no customer, no ledger, no report reads this table.
-- An employee has one; their next replaces it.
CREATE TABLE trial_purchases (
  merchant_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  id uuid NOT NULL,
  phone text NOT NULL,
  amount_cents bigint NOT NULL,
  cashback_cents bigint NOT NULL,
  rate_basis_points integer NOT NULL,
  token_hash bytea NOT NULL,
  token_expires_at timestamptz(6) NOT NULL,
  confirmed_at timestamptz(6),
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT trial_purchases_pkey PRIMARY KEY (merchant_id, employee_id),
  CONSTRAINT trial_purchases_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT trial_purchases_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT trial_purchases_phone_digits CHECK (phone ~ '^[0-9]{10,11}$'),
  CONSTRAINT trial_purchases_amount_range CHECK (amount_cents BETWEEN 1 AND 1000000000),
  CONSTRAINT trial_purchases_cashback_range CHECK (cashback_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT trial_purchases_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX trial_purchases_token_hash_key ON trial_purchases (token_hash, merchant_id);

-- prisma/access/trial_purchases.sql
-- Policies and grants of trial_purchases. A trial is replaced by its employee's next, never deleted. The
-- worker has no grant: no job may see one.
ALTER TABLE trial_purchases ENABLE ROW LEVEL SECURITY;
ALTER TABLE trial_purchases FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON trial_purchases;
CREATE POLICY tenant ON trial_purchases
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON trial_purchases;
CREATE POLICY lookup ON trial_purchases FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON trial_purchases FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON trial_purchases TO cashback_app;
GRANT SELECT (merchant_id, token_hash) ON trial_purchases TO cashback_lookup;

-- prisma/functions/trials/trial_by_token.sql
-- Called by api/src/trials/trials.sql.ts and api/src/pages/page-merchant.sql.ts: the merchant of a trial
-- purchase's token, by its SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns an id only.
CREATE OR REPLACE FUNCTION lookup.trial_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id FROM public.trial_purchases t WHERE t.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.trial_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.trial_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.trial_by_token(bytea) OWNER TO cashback_lookup;
