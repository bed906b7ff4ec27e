-- The baseline: roles and schemas, then the tables by noun with their policies and grants, then the
-- functions.
-- Later migrations only go forward from here. The current policies and grants are in prisma/access, the
-- current functions in prisma/functions; `npm run db:check` compares the migrated database with both.
--
-- Money is BIGINT centavos, rates are INTEGER basis points, timestamps are UTC.
-- merchant_id leads every tenant table's primary key and every foreign key between tenant tables. A row can
-- never point at another merchant's row, and the tables can be distributed by merchant_id.

-- cashback_app: requests, as the tenant of each.
-- cashback_worker: jobs, and commands over all merchants.
-- cashback_lookup_caller: calls the look-ups that come before a tenant is known.
-- cashback_lookup: owns those look-ups; no process connects as it.
-- cashback_test_clock: its members may set app.now, for a test or the demo's history. No deployed login is
-- one.
-- Roles belong to the server, so another of its databases may have made them already.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['cashback_app', 'cashback_worker', 'cashback_lookup_caller',
    'cashback_lookup', 'cashback_test_clock']
  LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', role_name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of the same server made it at the same moment
    END;
  END LOOP;

  -- Only a member of the new owner's role may hand a function over to it; a superuser is one already.
  IF NOT pg_has_role(current_user, 'cashback_lookup', 'MEMBER') THEN
    EXECUTE format('GRANT cashback_lookup TO %I', current_user);
  END IF;
  -- The owner's commands work through the merchants as the worker; without the grant they do as cashback_app.
  BEGIN
    EXECUTE format('GRANT cashback_worker TO %I', current_user);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL;
  END;
END
$$;

-- Look-ups across tenants. Each returns ids, or what the caller proved to know.
CREATE SCHEMA lookup;
-- The platform's own records, so that every table in public is a tenant's.
CREATE SCHEMA operations;
-- Extensions, so that public and lookup hold the product's objects only. A database's owner may install both.
CREATE SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA extensions;

-- Which roles may use which schema. cashback_lookup may create in lookup: it owns the functions there.
GRANT USAGE ON SCHEMA public TO cashback_app, cashback_worker, cashback_lookup;
GRANT USAGE ON SCHEMA lookup TO cashback_app, cashback_worker, cashback_lookup_caller;
GRANT USAGE, CREATE ON SCHEMA lookup TO cashback_lookup;
GRANT USAGE ON SCHEMA operations TO cashback_app, cashback_worker;
