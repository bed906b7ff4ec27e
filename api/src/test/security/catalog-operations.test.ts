import { useDatabaseFixture } from 'testing/database-fixture';
import { expect, test } from 'vitest';
import { APP_ROLE } from '../../lib/database.ts';

const fixture = useDatabaseFixture();

/** Privileges of the API's role on each table and view of a schema: 'INSERT,SELECT'. */
async function privilegesIn(schema: string): Promise<Record<string, string>> {
  const { rows } = await fixture.owner.query<{ name: string; privileges: string }>(
    `SELECT c.relname AS name, string_agg(p, ',' ORDER BY p) AS privileges
     FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) AS p
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
       AND has_table_privilege($2, c.oid, p)
     GROUP BY c.relname`,
    [schema, APP_ROLE],
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.privileges]));
}

test("beside the tenants' tables there are the platform’s, the job queue's and PostgreSQL's own, each in a schema of its own", async () => {
  const { rows } = await fixture.owner.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1`,
  );
  expect(rows.map((row) => row.name)).toEqual([
    'extensions',
    'graphile_worker',
    'lookup',
    'operations',
    'public',
  ]);
});

test('the API may add to the platform’s records and read them, and changes and deletes none but those that have to stay small', async () => {
  expect(await privilegesIn('operations')).toEqual({
    alarms: 'INSERT,SELECT,UPDATE',
    clock_corrections: 'INSERT,SELECT,UPDATE',
    ledger_corrections: 'INSERT,SELECT',
    expiry_progress: 'INSERT,SELECT,UPDATE',
    inactivity_progress: 'INSERT,SELECT,UPDATE',
    ledger_verifications: 'INSERT,SELECT',
    failed_logins: 'DELETE,INSERT,SELECT',
    passkey_challenges: 'DELETE,INSERT,SELECT,UPDATE',
    call_counts: 'DELETE,INSERT,SELECT,UPDATE',
    job_schedules: 'INSERT,SELECT,UPDATE',
  });
});

test('the API may work with the job queue and not change how it is built', async () => {
  const { migrations, ...others } = await privilegesIn('graphile_worker');
  expect(migrations).toBe('SELECT');
  expect(Object.keys(others).length).toBeGreaterThanOrEqual(5);
  for (const [name, privileges] of Object.entries(others))
    expect(privileges, name).toBe('DELETE,INSERT,SELECT,UPDATE');
  const { rows } = await fixture.owner.query(
    `SELECT bool_or(has_schema_privilege($1, oid, 'CREATE')) AS creates FROM pg_namespace
     WHERE nspname IN ('graphile_worker', 'operations')`,
    [APP_ROLE],
  );
  expect(rows).toEqual([{ creates: false }]);
});

test('nothing of the platform or of the job queue is granted to PUBLIC', async () => {
  const { rows } = await fixture.owner.query(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE p.pronamespace IN ('graphile_worker'::regnamespace, 'operations'::regnamespace)
       AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0)
     UNION ALL
     SELECT c.relname FROM pg_class c, aclexplode(c.relacl) a
     WHERE a.grantee = 0 AND c.relnamespace IN ('graphile_worker'::regnamespace, 'operations'::regnamespace)`,
  );
  expect(rows).toEqual([]);
});
