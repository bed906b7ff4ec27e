-- cashback_retention: owns the function that deletes rows past their retention, and no process connects as it.
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cashback_retention') THEN
      CREATE ROLE cashback_retention NOLOGIN NOSUPERUSER NOBYPASSRLS;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- another database of the same server made it at the same moment
  END;
  -- Only a login that may become the new owner hands a function over to it, and the login that makes a role
  -- may not by that alone.
  BEGIN
    EXECUTE format('GRANT cashback_retention TO %I', current_user);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- a member already, or the change of owner says what is missing
  END;
END
$$;

-- How far each merchant's audit log was emptied. Other tables need no such note: an index finds what is left.
CREATE TABLE operations.retention_progress (
  what text NOT NULL,
  merchant_id uuid NOT NULL,
  emptied_until timestamptz(6) NOT NULL,
  CONSTRAINT retention_progress_pkey PRIMARY KEY (what, merchant_id)
);
