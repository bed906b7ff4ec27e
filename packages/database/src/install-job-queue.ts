import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/**
 * graphile-worker enables row-level security on its private tables without a policy, so only their owner has
 * access. The worker's role owns nothing: it gets a policy and the privileges to work, none to change the
 * schema. So does the API's role, under which the release before this one runs jobs.
 */
const LET_ROLES_USE_JOB_QUEUE = `
DO $$
DECLARE
  queue_table regclass;
  user_role regrole;
  policy name;
  rights text;
BEGIN
  REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker FROM PUBLIC;
  FOR user_role, policy IN VALUES ('cashback_app'::regrole, 'app'), ('cashback_worker'::regrole, 'worker') LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA graphile_worker TO %s', user_role);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO %s', user_role);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON graphile_worker.migrations FROM %s', user_role);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO %s', user_role);
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO %s', user_role);
    FOR queue_table IN
      SELECT c.oid FROM pg_class c
      WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity
        AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = policy)
    LOOP
      EXECUTE format('CREATE POLICY %I ON %s TO %s USING (true) WITH CHECK (true)', policy, queue_table, user_role);
    END LOOP;
  END LOOP;
  -- A confirmation enqueues its deliveries.
  GRANT USAGE ON SCHEMA graphile_worker TO cashback_confirmer;
  GRANT SELECT ON graphile_worker._private_tasks TO cashback_confirmer;
  GRANT INSERT ON graphile_worker._private_jobs TO cashback_confirmer;
  FOR queue_table, rights IN VALUES ('graphile_worker._private_tasks'::regclass, 'SELECT TO cashback_confirmer USING (true)'),
    ('graphile_worker._private_jobs', 'INSERT TO cashback_confirmer WITH CHECK (true)')
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = queue_table AND p.polname = 'confirmer');
    EXECUTE format('CREATE POLICY confirmer ON %s FOR %s', queue_table, rights);
  END LOOP;
END
$$`;

async function letRolesUseJobQueue(owner: pg.Pool): Promise<void> {
  await owner.query(LET_ROLES_USE_JOB_QUEUE);
}

/** A trigger of deliveries enqueues this task, perhaps before a worker has registered it. */
async function registerDeliverTask(owner: pg.Pool): Promise<void> {
  await owner.query(
    "INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('deliver') ON CONFLICT DO NOTHING",
  );
}

/** graphile-worker logs each of its migrations; failures are thrown. */
const silent = new Logger(() => () => undefined);

/**
 * Installs or updates graphile-worker's schema and grants the roles of worker and API access. Part of
 * migrating, as the database's owner; idempotent. `owner` is a pool because graphile-worker requires one.
 */
export async function installJobQueue(owner: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: owner, logger: silent });
  await letRolesUseJobQueue(owner);
  await registerDeliverTask(owner);
}
