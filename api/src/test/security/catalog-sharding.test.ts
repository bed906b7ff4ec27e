import { useDatabaseFixture } from 'testing/database-fixture';
import { expect, test } from 'vitest';
import { listTenantTables } from '../tenant-rows.ts';

/**
 * Checks whether the schema could be spread over machines by merchant_id, under the rules of Citus:
 * docs/growing.md. Tables without a tenant, and keys unique among all tenants, are named here with their
 * place in such a cluster; a new one has to be named as well.
 */

const fixture = useDatabaseFixture();

/** Small tables, whole on every machine, because their unique keys hold among all merchants. */
const UNIQUE = ['api_keys', 'employees', 'merchant_slugs', 'merchants'];
/** With those that a trigger of such a table writes. */
const REFERENCE = [...UNIQUE, 'program_rules'];

/** Keys that only these tables keep unique among all merchants, with the reason. */
const UNIQUE_AMONG_ALL = [
  'api_keys_hash_key', // A program shows its key and nothing else.
  'merchant_slugs_signup_link_slug_key', // A link that was printed leads to one merchant for ever.
  'merchants_signup_link_slug_key',
  'merchants_verified_domain_key', // A host is one merchant's.
  'proven_employees_email_key', // People sign in with an address, before their merchant is known.
];

/** Tables on one machine: the list of migrations, the platform's records and the queue of jobs. */
const LOCAL = [
  'graphile_worker._private_job_queues',
  'graphile_worker._private_jobs',
  'graphile_worker._private_known_crontabs',
  'graphile_worker._private_tasks',
  'graphile_worker.migrations',
  'operations.call_counts',
  'operations.failed_logins',
  'operations.alarms',
  'operations.clock_corrections',
  'operations.expiry_progress',
  'operations.inactivity_progress',
  'operations.job_schedules',
  'operations.ledger_corrections',
  'operations.ledger_verifications',
  'operations.passkey_challenges',
  'operations.retention_progress',
  'public._prisma_migrations',
];

/** Look-ups made before a tenant is known, by the place of the answer. */
const LOOKUPS = {
  /** Look-ups in reference tables: any machine can answer. */
  everywhere: [
    'api_key_by_hash',
    'domain_holder',
    'hides_reports',
    'host_names',
    'login_by_email',
    'masks_contacts',
    'merchant_by_domain',
    'merchant_by_slug',
    'merchant_ids',
    'merchants_with_due_domains',
  ],
  /** The merchant is among its arguments. */
  onOneMachine: ['customers_matching'],
  /**
   * Every machine is asked. By jobs, or once for each one-time link or page of a person's programmes: rare
   * enough.
   */
  rarelyAskedOfAll: [
    'due_inactivity_notices',
    'email_link_by_token',
    'expired_email_links',
    'half_open_login_by_token',
    'merchants_by_phone',
    'merchants_to_watch',
    'merchants_with_due_customers',
    'merchants_with_due_rollups',
    'merchants_with_new_alerts',
    'old_confirmation_traces',
    'old_provider_requests',
    'overdue_deliveries',
    'passkey_by_credential',
    'password_link_by_token',
    'running_bulk_syncs',
    'security_notice_by_token',
    'tablet_by_token',
    'trial_by_token',
  ],
  /**
   * Every machine is asked, with each confirmation and each signed-in request: these tokens have to say their
   * merchant first.
   */
  oftenAskedOfAll: [
    'purchase_by_token',
    'redemption_by_token',
    'session_by_id',
    'sessions_by_ids',
    'staff_sessions',
  ],
};

/**
 * Triggers that write beside the row that fired them. Each writes rows of that row's own merchant, which lie
 * on its machine; Citus must be set to trust this (citus.enable_unsafe_triggers).
 */
const TRIGGERS = [
  'consents.announce_consent',
  'customer_merges.record_customers_before_merge',
  'customers.announce_customer',
  'customers.customers_keep_search',
  'customers.record_changed_registration',
  'customers.record_new_customer',
  'customers.record_customer_after_merge',
  'ledger_entries.record_ledger_entry',
  'purchase_reversals.announce_reversal',
  'redemption_reversals.announce_reversal',
  'redemptions.announce_confirmed',
  'redemptions.announce_created',
  'redemptions.record_new_redemption',
  'redemptions.record_redemption',
  'transactions.announce_confirmed',
  'transactions.announce_issued',
  'transactions.record_changed_purchase',
  'transactions.record_new_purchases',
];

/**
 * Triggers that reach the queue of jobs, which is on one machine: the worker would have to fetch the rows
 * instead.
 */
const TRIGGERS_TO_THE_QUEUE = ['deliveries.enqueue_new', 'deliveries.enqueue_next'];

/**
 * Triggers that read the platform's records, a handful of rows: alarms and corrections would be reference
 * tables.
 */
const TRIGGERS_TO_THE_PLATFORM = [
  'ledger_entries.name_repeated_expiry',
  'redemptions.refuse_held_completion',
  'redemptions.refuse_held_redemption',
];

/** Triggers that compare with rows of the same merchant, or with nothing, and refuse. */
const TRIGGERS_THAT_REFUSE = [
  'adjustments.refuse_move',
  'cashback_lots.refuse_app_lot',
  'cashback_lots.refuse_move',
  'ledger_entries.refuse_app_entry',
  'purchase_reversals.refuse_move',
  'purchase_reversals.refuse_step_back',
  'redemption_reversals.refuse_move',
  'redemptions.refuse_move',
  'redemptions.refuse_step_back',
  'transactions.refuse_move',
  'transactions.refuse_step_back',
];

async function rowsOf<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await fixture.owner.query<Row>(sql, values)).rows;
}

const listDistributed = async () =>
  (await listTenantTables(fixture.owner)).filter((table) => !REFERENCE.includes(table));

test('every table is spread by its merchant, on every machine in full, or on one, and it is said which', async () => {
  const rows = await rowsOf<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`,
  );
  const decided = [...(await listDistributed()), ...REFERENCE].map((table) => `public.${table}`);
  expect(rows.map((row) => row.name).sort()).toEqual([...decided, ...LOCAL].sort());
  const columns = await rowsOf<{ type: string; not_null: boolean }>(
    `SELECT DISTINCT format_type(atttypid, atttypmod) AS type, attnotnull AS not_null FROM pg_attribute
     WHERE attrelid::regclass::text = ANY ($1) AND attname = 'merchant_id'`,
    [await listDistributed()],
  );
  expect(columns).toEqual([{ type: 'uuid', not_null: true }]);
});

test('what is unique is unique within a merchant, where it is not kept by a table that every machine has', async () => {
  const rows = await rowsOf<{ name: string }>(
    `SELECT x.relname AS name FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class c ON c.oid = i.indrelid
     WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
       AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
         AND a.attname = CASE c.relname WHEN 'merchants' THEN 'id' ELSE 'merchant_id' END)
     UNION ALL SELECT conname FROM pg_constraint WHERE contype = 'x' ORDER BY 1`,
  );
  expect(rows.map((row) => row.name)).toEqual(UNIQUE_AMONG_ALL);
  const [tables] = await rowsOf<{ names: string[] }>(
    `SELECT array_agg(DISTINCT indrelid::regclass::text ORDER BY indrelid::regclass::text) AS names FROM pg_index
     WHERE indexrelid::regclass::text = ANY ($1)`,
    [UNIQUE_AMONG_ALL],
  );
  expect(tables?.names).toEqual(UNIQUE);
});

test('a foreign key stays on its machine: from a merchant’s rows to the same merchant’s, or to a table that every machine has', async () => {
  const keys = await rowsOf<{ name: string; from: string; to: string; pairs: string[] }>(
    `SELECT c.conname AS name, c.conrelid::regclass::text AS from, c.confrelid::regclass::text AS to,
       ARRAY(SELECT s.attname || '=' || t.attname FROM unnest(c.conkey, c.confkey) AS k (source, target)
             JOIN pg_attribute s ON s.attrelid = c.conrelid AND s.attnum = k.source
             JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = k.target) AS pairs
     FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
  );
  expect(keys.length).toBeGreaterThan(30);
  for (const { name, from, to, pairs } of keys.filter((key) => !REFERENCE.includes(key.to))) {
    expect(REFERENCE, `${name} leads from every machine to one`).not.toContain(from);
    expect(pairs, `${name} to ${to}`).toContain('merchant_id=merchant_id');
  }
});

test('numbers that the database gives are wide enough for every machine to have a range of its own', async () => {
  const rows = await rowsOf<{ type: string }>(
    `SELECT DISTINCT format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'public'::regnamespace
       AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%')`,
  );
  expect(rows).toEqual([{ type: 'bigint' }]);
});

test('what is asked before a tenant is known is known, with where the answer is', async () => {
  const rows = await rowsOf<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'lookup'::regnamespace ORDER BY 1`,
  );
  expect(rows.map((row) => row.name)).toEqual(Object.values(LOOKUPS).flat().sort());
});

test('every trigger is one of which it is known whether it stays with its row’s merchant', async () => {
  const rows = await rowsOf<{ name: string }>(
    `SELECT tgrelid::regclass || '.' || tgname AS name FROM pg_trigger
     WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY ($1) ORDER BY 1`,
    [await listDistributed()],
  );
  expect(rows.map((row) => row.name).sort()).toEqual(
    [...TRIGGERS, ...TRIGGERS_TO_THE_QUEUE, ...TRIGGERS_TO_THE_PLATFORM, ...TRIGGERS_THAT_REFUSE].sort(),
  );
});
