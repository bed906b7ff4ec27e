import pg from 'pg';
import { useDatabaseFixture } from 'testing/database-fixture';
import { describe, expect, test } from 'vitest';
import { APP_ROLE, assertRoleIsBound, LOOKUP_ROLE, openPool, WORKER_ROLE } from '../../lib/database.ts';
import { listTenantTables } from '../tenant-rows.ts';

/** No process connects as one of these; their functions have rights that their callers lack. */
const OWNERS_OF_FUNCTIONS = [
  'cashback_lookup',
  'cashback_confirmer',
  'cashback_retention',
  'cashback_eraser',
];

const OWNERS_IN_PUBLIC: Record<string, string> = {
  confirm_cashback: 'cashback_confirmer',
  confirm_redemption: 'cashback_confirmer',
  create_redemption: 'cashback_confirmer',
  issue_cashback: 'cashback_confirmer',
  record_confirmation_traces: 'cashback_confirmer',
  remember_devices: 'cashback_confirmer',
  delete_outlived: 'cashback_retention',
  erase_traces: 'cashback_eraser',
  sweep_traces: 'cashback_eraser',
};

const fixture = useDatabaseFixture();

async function rowsOf<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await fixture.owner.query<Row>(sql, values)).rows;
}

describe('tables', () => {
  test('every table is a tenant table, but for the merchants and the list of migrations', async () => {
    const rows = await rowsOf<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')`,
    );
    const tenantTables = await listTenantTables(fixture.owner);
    expect(tenantTables.length).toBeGreaterThanOrEqual(12);
    const others = rows.map((row) => row.name).filter((name) => !tenantTables.includes(name));
    expect(others.sort()).toEqual(['_prisma_migrations', 'merchants']);
  });

  test('each has row-level security enabled and forced, and one policy per role that reads and checks the tenant', async () => {
    const condition = (column: string) =>
      `(${column} = (NULLIF(current_setting('app.merchant_id'::text, true), ''::text))::uuid)`;
    for (const table of [...(await listTenantTables(fixture.owner)), 'merchants']) {
      const [flags] = await rowsOf(
        'SELECT relrowsecurity AS enabled, relforcerowsecurity AS forced FROM pg_class WHERE oid = $1::regclass',
        [table],
      );
      expect(flags, table).toEqual({ enabled: true, forced: true });
      const policies = await rowsOf<{
        roles: string[];
        cmd: string;
        qual: string;
        with_check: string | null;
      }>(
        `SELECT roles::text[], cmd, qual, with_check FROM pg_policies WHERE schemaname = 'public' AND tablename = $1`,
        [table],
      );
      const forAll = policies.filter((policy) =>
        policy.roles.some((role) => !OWNERS_OF_FUNCTIONS.includes(role)),
      );
      const tenant = condition(table === 'merchants' ? 'id' : 'merchant_id');
      expect(forAll, table).toEqual([{ roles: ['public'], cmd: 'ALL', qual: tenant, with_check: tenant }]);
      for (const policy of policies.filter((each) => each.roles.includes('cashback_lookup')))
        expect(policy, table).toMatchObject({ cmd: 'SELECT' });
    }
  });

  test("every tenant table's primary key starts with merchant_id", async () => {
    const rows = await rowsOf<{ table: string; first: string }>(
      `SELECT c.conrelid::regclass::text AS table, a.attname AS first FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] WHERE c.contype = 'p'`,
    );
    const first = Object.fromEntries(rows.map((row) => [row.table, row.first]));
    for (const table of await listTenantTables(fixture.owner))
      expect(first[table], table).toBe('merchant_id');
  });

  test('every foreign key between tenant tables carries merchant_id to merchant_id', async () => {
    const keys = await rowsOf<{ name: string; target: string; pairs: string[] }>(
      `SELECT c.conname AS name, c.confrelid::regclass::text AS target,
         ARRAY(SELECT s.attname || '=' || t.attname FROM unnest(c.conkey, c.confkey) AS k (source, target)
               JOIN pg_attribute s ON s.attrelid = c.conrelid AND s.attnum = k.source
               JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = k.target) AS pairs
       FROM pg_constraint c WHERE c.contype = 'f'`,
    );
    expect(keys.length).toBeGreaterThanOrEqual(18);
    for (const { name, target, pairs } of keys)
      expect(pairs, name).toContain(target === 'merchants' ? 'merchant_id=id' : 'merchant_id=merchant_id');
    expect(keys.filter((key) => key.target === 'merchants' && key.pairs.length !== 1)).toEqual([]);
  });

  test('every column that names a row of another table is held by a foreign key', async () => {
    const rows = await rowsOf<{ column: string }>(
      `SELECT c.relname || '.' || a.attname AS column FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname ~ '_id$' AND a.atttypid = 'uuid'::regtype
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
         AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey))
       ORDER BY 1`,
    );
    // Without a key: ids that clients make (a request's, a taking's); sources and subjects, which are rows of
    // several tables; a referrer and a movement of tags, which check constraints hold; recorded changes and
    // traces, which are written from a row that has its keys; viewers of customers, which are employees or
    // API keys.
    const free = [
      'approvals.request_id',
      'confirmation_traces.merchant_id',
      'confirmation_traces.source_id',
      'customer_views.viewer_id',
      'customers.referred_by_merchant_id',
      'deliveries.subject_id',
      'idempotency_keys.request_id',
      'ledger_entries.source_id',
      'rollup_changes.customer_id',
      'rollup_changes.employee_id',
      'rollup_changes.merchant_id',
      'tag_deliveries.movement_id',
      'tag_deliveries.take_id',
    ];
    expect(rows.map((row) => row.column)).toEqual(free);
  });
});

describe('roles', () => {
  test('requests, jobs and look-ups run as roles that bypass nothing, own no table and may make nothing in public', async () => {
    for (const role of [APP_ROLE, WORKER_ROLE, LOOKUP_ROLE, ...OWNERS_OF_FUNCTIONS]) {
      const [row] = await rowsOf(
        `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
           (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owned,
           has_schema_privilege(r.oid, 'public', 'CREATE') AS creates,
           (SELECT count(*)::int FROM pg_auth_members m
            WHERE m.member = r.oid AND m.roleid <> 'cashback_test_clock'::regrole) AS memberships
         FROM pg_roles r WHERE rolname = $1`,
        [role],
      );
      expect(row, role).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        owned: 0,
        creates: false,
        memberships: 0,
      });
    }
  });

  test('the API may delete sessions, second steps, PINs, holds of alerts, links to e-mails, notices of erasure, proofs of customers, idempotency keys, logos, spend, traces of confirmations, what was asked of providers and what is derived only, and change no ledger entry, audit entry or log', async () => {
    const rows = await rowsOf<{ table: string; privilege: string }>(
      `SELECT c.relname AS table, p AS privilege FROM pg_class c,
         unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) AS p
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND (has_table_privilege($1, c.oid, p) OR (p IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
              AND has_any_column_privilege($1, c.oid, p)))`,
      [APP_ROLE],
    );
    const granted = (privilege: string) =>
      rows.filter((row) => row.privilege === privilege).map((row) => row.table);
    const derived = [
      'cohort_rollups',
      'customer_rollups',
      'daily_employee_rollups',
      'daily_rollups',
      'rollup_changes',
      'lot_rollups',
      'segment_rollups',
      'visit_rollups',
      'visit_month_rollups',
    ];
    const passing = [
      'authenticators',
      'confirmation_traces',
      'customer_codes',
      'customer_devices',
      'customer_pins',
      'email_links',
      'employee_pins',
      'factor_demands',
      'factor_resets',
      'half_open_logins',
      'idempotency_keys',
      'inactivity_notices',
      'marketing_spend',
      'merchant_logos',
      'passkeys',
      'provider_requests',
      'recovery_codes',
      'redemption_holds',
      'sessions',
    ];
    expect(granted('DELETE').sort()).toEqual([...derived, ...passing].sort());
    expect(granted('UPDATE'), 'a change is applied or it is not').not.toContain('rollup_changes');
    expect(['TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'].flatMap(granted)).toEqual([]);
    for (const table of ['ledger_entries', 'audit_log', 'idempotency_keys', 'employee_phones'])
      expect(granted('UPDATE'), table).not.toContain(table);
    const [logged] = await rowsOf<{ columns: string[] }>(
      `SELECT array_agg(attname::text ORDER BY attname) AS columns FROM pg_attribute
       WHERE attrelid = 'integration_sync_log'::regclass AND attnum > 0 AND NOT attisdropped
         AND has_column_privilege($1, attrelid, attnum, 'UPDATE')`,
      [APP_ROLE],
    );
    expect(logged?.columns, 'only that another was asked for').toEqual(['retried_at']);
    expect(granted('SELECT')).not.toContain('_prisma_migrations');
  });

  test('nothing is granted to PUBLIC, and the look-up role reads the columns it needs and writes nothing', async () => {
    const [row] = await rowsOf<{ to_public: number; writes: number }>(
      `SELECT count(*) FILTER (WHERE a.grantee = 0)::int AS to_public,
         count(*) FILTER (WHERE a.grantee = 'cashback_lookup'::regrole)::int AS writes
       FROM pg_class c, aclexplode(c.relacl) a WHERE c.relnamespace = 'public'::regnamespace`,
    );
    expect(row).toEqual({ to_public: 0, writes: 0 });
    const columns = await rowsOf<{ privilege: string; column: string }>(
      `SELECT DISTINCT x.privilege_type AS privilege, c.relname || '.' || a.attname AS column
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid, aclexplode(a.attacl) x
       WHERE x.grantee = 'cashback_lookup'::regrole`,
    );
    expect([...new Set(columns.map((each) => each.privilege))]).toEqual(['SELECT']);
    const readable = columns.map((each) => each.column);
    for (const column of [
      'customers.name',
      'customers.email',
      'customers.available_cents',
      'transactions.amount_cents',
    ])
      expect(readable).not.toContain(column);
  });

  test('a process does not start as a role that row-level security does not bind', async () => {
    const asOwner = new pg.Pool({ connectionString: fixture.database.ownerUrl, max: 1 });
    await expect(assertRoleIsBound(asOwner)).rejects.toThrow('not bound by row-level security');
    await asOwner.end();
    // Even with the owner's login the API's own pool becomes the bound role.
    const pool = openPool(fixture.database.ownerUrl, { connections: 1 }, () => undefined);
    await expect(assertRoleIsBound(pool)).resolves.toBeUndefined();
    await pool.end();
  });
});

describe('functions', () => {
  test("functions with their owner's rights are look-ups, what merchants share a statement for, retention and erasure; they fix their search path and are not open to PUBLIC", async () => {
    const rows = await rowsOf<{
      name: string;
      schema: string;
      path: string;
      owner: string;
      open: boolean;
    }>(
      `SELECT p.proname AS name, n.nspname AS schema, p.proconfig[1] AS path, p.proowner::regrole::text AS owner,
         EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0) AS open
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(7);
    for (const { name, ...rest } of rows)
      expect(rest, name).toEqual({
        ...(OWNERS_IN_PUBLIC[name]
          ? { schema: 'public', path: 'search_path=public, pg_temp', owner: OWNERS_IN_PUBLIC[name] }
          : { schema: 'lookup', path: 'search_path=pg_catalog, pg_temp', owner: 'cashback_lookup' }),
        open: false,
      });
  });

  test('no function of the product may be called by PUBLIC', async () => {
    const rows = await rowsOf<{ name: string }>(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
       WHERE p.pronamespace IN ('public'::regnamespace, 'lookup'::regnamespace)
         AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0)`,
    );
    expect(rows).toEqual([]);
  });

  test('what triggers do, the API cannot be made to do without them', async () => {
    const rows = await rowsOf<{ name: string; is_callable: boolean }>(
      `SELECT p.proname AS name, has_function_privilege($1, p.oid, 'EXECUTE') AS is_callable FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype = 'trigger'::regtype`,
      [APP_ROLE],
    );
    expect(rows.map((row) => row.name)).toContain('record_new_purchases');
    expect(rows.filter((row) => row.is_callable).map((row) => row.name)).toEqual([]);
  });
});
