-- What the job worker needs before a tenant is known: which merchants there are, and which have customers whose
-- balance time alone has changed. Ids only, in pages, as everything in this schema.

GRANT SELECT (balance_changes_at) ON customers TO cashback_lookup;

CREATE FUNCTION lookup.merchant_ids(p_after uuid, p_limit integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT m.id FROM public.merchants m WHERE m.id > p_after ORDER BY m.id LIMIT p_limit $$;

-- One probe of customers_due_idx for each merchant of the page.
CREATE FUNCTION lookup.merchants_with_due_customers(p_now timestamptz, p_after uuid, p_limit integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT m.id FROM public.merchants m
        WHERE m.id > p_after
          AND EXISTS (SELECT FROM public.customers c WHERE c.merchant_id = m.id AND c.balance_changes_at <= p_now)
        ORDER BY m.id LIMIT p_limit $$;

DO $$
DECLARE
  lookup_function regprocedure;
BEGIN
  FOREACH lookup_function IN ARRAY ARRAY['lookup.merchant_ids(uuid, integer)',
    'lookup.merchants_with_due_customers(timestamptz, uuid, integer)']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', lookup_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO cashback_app', lookup_function);
    EXECUTE format('ALTER FUNCTION %s OWNER TO cashback_lookup', lookup_function);
  END LOOP;
END
$$;

-- What belongs to the platform's operator and to no merchant. It is a schema of its own, so that every table in
-- public stays a tenant's. The API may add to it and read it, nothing else.
CREATE SCHEMA operations;
GRANT USAGE ON SCHEMA operations TO cashback_app;

CREATE TABLE operations.ledger_verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz(6) NOT NULL,
  finished_at timestamptz(6) NOT NULL,
  merchants integer NOT NULL,
  entries bigint NOT NULL,
  differences bigint NOT NULL,
  -- The first few, as the verifier names them.
  examples jsonb NOT NULL DEFAULT '[]',
  -- Why the run did not reach its end.
  error text
);
CREATE INDEX ledger_verifications_finished_at_idx ON operations.ledger_verifications (finished_at);
GRANT SELECT, INSERT ON operations.ledger_verifications TO cashback_app;

-- The newest time of its timetable for which each recurring job was enqueued, so that of all processes one does it.
CREATE TABLE operations.job_schedules (
  task text NOT NULL PRIMARY KEY,
  enqueued_for timestamptz(6) NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON operations.job_schedules TO cashback_app;
