import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addressesOf } from 'database/migrate';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, freshIp } from 'testing/http-client';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { describe, expect, test } from 'vitest';
import { APP_ROLE, assertAddressIsBound, LOOKUP_ROLE, openPool, WORKER_ROLE } from '../../lib/database.ts';
import { startApiProcess } from '../api-process.ts';

const fixture = useDatabaseFixture();
const NARROW_APP = readFileSync(
  new URL('../../../../deploy/postgres/narrow-app.sql', import.meta.url),
  'utf8',
);

/**
 * Each table the role may do something with: S of some or all of its columns, I, U of some or all, D, X
 * anything else.
 */
async function tablesOf(role: string): Promise<Record<string, string>> {
  const { rows } = await fixture.owner.query<{ table: string; may: string }>(
    `SELECT c.oid::regclass::text AS table, string_agg(letter, '' ORDER BY place) AS may
     FROM pg_class c CROSS JOIN (VALUES ('SELECT', 'S', 1), ('INSERT', 'I', 2), ('UPDATE', 'U', 3), ('DELETE', 'D', 4),
       ('TRUNCATE', 'X', 5), ('REFERENCES', 'X', 6), ('TRIGGER', 'X', 7)) AS p (privilege, letter, place)
     WHERE c.relnamespace IN ('public'::regnamespace, 'operations'::regnamespace) AND c.relkind IN ('r', 'p', 'v', 'm')
       AND (has_table_privilege($1, c.oid, privilege)
            OR CASE WHEN privilege IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
                 THEN has_any_column_privilege($1, c.oid, privilege) ELSE false END)
     GROUP BY 1`,
    [role],
  );
  return Object.fromEntries(rows.map((row) => [row.table, row.may]));
}

/** The columns of a table of which the role has the privilege. */
async function columnsOf(role: string, table: string, privilege: string): Promise<string[]> {
  const { rows } = await fixture.owner.query<{ column: string }>(
    `SELECT attname AS column FROM pg_attribute WHERE attrelid = $2::regclass AND attnum > 0 AND NOT attisdropped
       AND has_column_privilege($1, attrelid, attnum, $3) ORDER BY 1`,
    [role, table, privilege],
  );
  return rows.map((row) => row.column);
}

/** The functions of the schema that the role may call, by name. */
async function functionsOf(role: string, schema: string): Promise<string[]> {
  const { rows } = await fixture.owner.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
     WHERE pronamespace = $2::regnamespace AND has_function_privilege($1, oid, 'EXECUTE') ORDER BY 1`,
    [role, schema],
  );
  return rows.map((row) => row.name);
}

const CONFIRMER_ROLE = 'cashback_confirmer';
const ERASER_ROLE = 'cashback_eraser';
const ROLLUPS = ['cohort', 'customer', 'daily', 'daily_employee', 'lot', 'segment', 'visit', 'visit_month'];

describe('the worker’s role', () => {
  test('may do with each table what jobs do with it, and with all others nothing', async () => {
    expect(await tablesOf(WORKER_ROLE)).toEqual({
      adjustments: 'S',
      alert_progress: 'SIU',
      alert_settings: 'S',
      alerts: 'SIU',
      audit_log: 'SI',
      authenticators: 'S',
      bulk_syncs: 'SU',
      cashback_lots: 'SU',
      confirmation_traces: 'SD',
      consents: 'SI',
      customer_codes: 'SD',
      customer_devices: 'SD',
      customer_merges: 'S',
      customers: 'SU',
      data_requests: 'SU',
      deliveries: 'SIU',
      email_links: 'SD',
      employee_devices: 'S',
      employee_phones: 'S',
      employees: 'S',
      erasures: 'SIU',
      factor_resets: 'S',
      inactivity_notices: 'SIUD',
      rollup_changes: 'SID',
      rollup_states: 'SIU',
      ...Object.fromEntries(ROLLUPS.map((each) => [`${each}_rollups`, 'SIUD'])),
      integration_configs: 'SU',
      integration_rates: 'SIU',
      integration_sync_log: 'SI',
      ledger_entries: 'SI',
      merchant_data_keys: 'S',
      merchant_slugs: 'S',
      merchants: 'SU',
      'operations.alarms': 'SIU',
      'operations.call_counts': 'SD',
      'operations.clock_corrections': 'SIU',
      'operations.expiry_progress': 'SIU',
      'operations.failed_logins': 'SD',
      'operations.inactivity_progress': 'SIU',
      'operations.job_schedules': 'SIU',
      'operations.ledger_corrections': 'SI',
      'operations.ledger_verifications': 'SI',
      password_links: 'SIU',
      provider_requests: 'SUD',
      purchase_reversals: 'S',
      redemption_holds: 'SI',
      redemption_reversals: 'S',
      redemptions: 'S',
      security_notices: 'S',
      transactions: 'S',
      webhook_endpoints: 'SU',
      webhook_secrets: 'S',
    });
  });

  test.each([
    [
      'customers',
      'UPDATE',
      [
        ...['available_cents', 'balance_as_of', 'balance_changes_at', 'cashback_balance_cents'],
        ...['last_purchase_at', 'total_cashback_cents', 'total_spent_cents'],
      ],
    ],
    ['cashback_lots', 'UPDATE', ['remaining_cents']],
    ['audit_log', 'SELECT', ['action', 'entity_id', 'ip', 'merchant_id']],
    ['erasures', 'UPDATE', ['undelivered']],
    ['authenticators', 'SELECT', ['employee_id', 'merchant_id', 'secret_encrypted']],
    ['employees', 'SELECT', ['email', 'id', 'is_active', 'merchant_id', 'name', 'role']],
    ['integration_configs', 'UPDATE', ['last_sync_at', 'sync_count']],
    ['password_links', 'UPDATE', ['expires_at']],
    ['webhook_endpoints', 'UPDATE', ['is_active']],
    [
      'merchants',
      'UPDATE',
      ['checked_at', 'finding', 'missing_since', 'status', 'warned_at'].map(
        (each) => `custom_domain_${each}`,
      ),
    ],
  ])('of %s it may %s no more columns than it has to', async (table, privilege, columns) => {
    expect(await columnsOf(WORKER_ROLE, table, privilege)).toEqual(columns);
  });

  test('finds merchants with due work, and neither a session, a key nor a person’s phone', async () => {
    expect(await functionsOf(WORKER_ROLE, 'lookup')).toEqual([
      'domain_holder',
      'due_inactivity_notices',
      'expired_email_links',
      'login_by_email',
      'merchant_by_slug',
      'merchant_ids',
      'merchants_to_watch',
      'merchants_with_due_customers',
      'merchants_with_due_domains',
      'merchants_with_due_rollups',
      'merchants_with_new_alerts',
      'old_confirmation_traces',
      'old_provider_requests',
      'overdue_deliveries',
      'running_bulk_syncs',
    ]);
    const own = await functionsOf(WORKER_ROLE, 'public');
    expect(own).toContain('settle_customer');
    for (const confirmation of ['confirm_cashback', 'confirm_redemption'])
      expect(own).not.toContain(confirmation);
  });
});

describe('the role that owns what merchants share a statement for', () => {
  test('may do with each table what purchases, redemptions and confirmations do, and with all others nothing', async () => {
    expect(await tablesOf(CONFIRMER_ROLE)).toEqual({
      approvals: 'SU',
      audit_log: 'I',
      cashback_lots: 'SIU',
      confirmation_traces: 'I',
      customer_devices: 'SIU',
      customer_pins: 'S',
      customer_search: 'SIU',
      customers: 'SIU',
      daily_rollups: 'S',
      deliveries: 'I',
      employee_phones: 'S',
      employees: 'S',
      idempotency_keys: 'SI',
      integration_configs: 'S',
      ledger_entries: 'SI',
      merchants: 'S',
      'operations.alarms': 'S',
      'operations.clock_corrections': 'S',
      'operations.ledger_corrections': 'S',
      purchase_reversals: 'S',
      redemption_holds: 'S',
      redemptions: 'SIU',
      rollup_changes: 'I',
      transactions: 'SIU',
      webhook_endpoints: 'S',
    });
    expect(await functionsOf(CONFIRMER_ROLE, 'lookup')).toEqual([]);
    expect(await functionsOf(CONFIRMER_ROLE, 'public')).toEqual([
      'announce',
      'confirm_cashback',
      'confirm_cashback',
      'confirm_redemption',
      'confirm_redemption',
      'create_redemption',
      'customer_search_text',
      'fold_for_search',
      'is_approved',
      'is_known_device',
      'issue_cashback',
      'lot_available_at',
      'lot_expires_at',
      'money_now',
      'month_of',
      'open_lots_summary',
      'receivers_of',
      'record_confirmation_traces',
      'record_visits',
      'redemption_needs_proof',
      'remember_devices',
      'settle_customer',
      'visits_of_customer',
    ]);
  });

  test.each([
    ['approvals', 'UPDATE', ['customer_id', 'phone', 'used_at']],
    ['employees', 'SELECT', ['id', 'is_active', 'merchant_id']],
    ['cashback_lots', 'UPDATE', ['remaining_cents']],
    [
      'customers',
      'UPDATE',
      [
        'available_cents',
        'balance_as_of',
        'balance_changes_at',
        'cashback_balance_cents',
        'last_purchase_at',
        'name',
        'total_cashback_cents',
        'total_spent_cents',
      ],
    ],
    ['customer_devices', 'UPDATE', ['created_at', 'expires_at', 'is_lasting']],
    ['customer_pins', 'SELECT', ['customer_id', 'merchant_id']],
    ['redemptions', 'UPDATE', ['completed_at', 'status']],
    ['transactions', 'UPDATE', ['qr_scanned', 'qr_scanned_at']],
    ['webhook_endpoints', 'SELECT', ['events', 'id', 'is_active', 'merchant_id']],
  ])('of %s it may %s no more columns than it has to', async (table, privilege, columns) => {
    expect(await columnsOf(CONFIRMER_ROLE, table, privilege)).toEqual(columns);
  });
});

describe('the role that owns the functions that erase', () => {
  test('may do with each table what an erasure does with it, and with all others nothing', async () => {
    expect(await tablesOf(ERASER_ROLE)).toEqual({
      adjustments: 'SU',
      approvals: 'SD',
      audit_log: 'SU',
      confirmation_traces: 'SD',
      consents: 'SD',
      customer_codes: 'SD',
      customer_devices: 'SD',
      customer_merges: 'SU',
      customer_pins: 'SD',
      customer_search: 'SIU',
      customers: 'SU',
      data_requests: 'SU',
      deliveries: 'SU',
      erasures: 'SU',
      idempotency_keys: 'SU',
      inactivity_notices: 'SD',
      integration_sync_log: 'SU',
      ledger_entries: 'SU',
      provider_requests: 'SD',
      purchase_reversals: 'SU',
      redemption_holds: 'SD',
      redemption_reversals: 'SU',
      redemptions: 'SU',
      transactions: 'SU',
      trial_purchases: 'SD',
    });
    expect(await functionsOf(ERASER_ROLE, 'lookup')).toEqual([]);
    expect(await functionsOf(ERASER_ROLE, 'public')).toEqual([
      'assert_tenant',
      'contacts_in',
      'customer_search_text',
      'delete_traces',
      'erase_traces',
      'fold_for_search',
      'mentions',
      'other_spelling',
      'sweep_traces',
      'texts_of',
    ]);
  });

  test.each([
    ['adjustments', ['reason']],
    ['audit_log', ['details']],
    ['customers', ['email', 'erased_at', 'name', 'phone', 'signup_name']],
    ['ledger_entries', ['reason']],
    ['redemptions', ['canceled_at', 'token_expires_at']],
    ['transactions', ['token_expires_at']],
  ])('of %s it may update texts and dates, no amount: %s', async (table, columns) => {
    expect(await columnsOf(ERASER_ROLE, table, 'UPDATE')).toEqual(columns);
  });
});

describe('the look-ups’ role', () => {
  const ASKED = [
    'api_key_by_hash',
    'domain_holder',
    'email_link_by_token',
    'half_open_login_by_token',
    'hides_reports',
    'host_names',
    'login_by_email',
    'masks_contacts',
    'merchant_by_domain',
    'merchant_by_slug',
    'merchants_by_phone',
    'passkey_by_credential',
    'password_link_by_token',
    'purchase_by_token',
    'redemption_by_token',
    'security_notice_by_token',
    'session_by_id',
    'sessions_by_ids',
    'staff_sessions',
    'tablet_by_token',
    'trial_by_token',
  ];

  test('may ask what has to be known before a tenant is, and touch no table and no other function', async () => {
    expect(await tablesOf(LOOKUP_ROLE)).toEqual({});
    expect(await functionsOf(LOOKUP_ROLE, 'lookup')).toEqual(ASKED);
    expect(await functionsOf(LOOKUP_ROLE, 'public')).toEqual(['money_now']);
    const { rows } = await fixture.owner.query(
      `SELECT nspname FROM pg_namespace
       WHERE has_schema_privilege($1, oid, 'USAGE') AND nspname IN ('operations', 'graphile_worker')`,
      [LOOKUP_ROLE],
    );
    expect(rows).toEqual([]);
  });
});

describe('between the roles', () => {
  const addresses = Object.entries(addressesOf('postgres://x@h/d'))
    .map(([variable]) => variable as keyof ReturnType<typeof addressesOf>)
    .map((variable) => [variable] as const);

  test.each(addresses)('an intruder in %s cannot become another role', async (variable) => {
    const roles = {
      DATABASE_URL: APP_ROLE,
      DATABASE_WORKER_URL: WORKER_ROLE,
      DATABASE_LOOKUP_URL: LOOKUP_ROLE,
    };
    const own = roles[variable];
    const address = addressesOf(fixture.database.appUrl)[variable];
    const pool = openPool(address, { connections: 1, role: own }, () => undefined);
    try {
      for (const other of [...Object.values(roles), 'cashback_lookup', CONFIRMER_ROLE, ERASER_ROLE].filter(
        (role) => role !== own,
      ))
        await expect(pool.query("SELECT set_config('role', $1, false)", [other])).rejects.toThrow(
          `permission denied to set role "${other}"`,
        );
    } finally {
      await pool.end();
    }
  });

  test('an address whose login may not work as the role ends the process with a sentence that says which', async () => {
    await expect(
      assertAddressIsBound('DATABASE_WORKER_URL', fixture.database.appUrl, WORKER_ROLE),
    ).rejects.toThrow(`DATABASE_WORKER_URL cannot be used as cashback_worker: `);
    const started = startApiProcess({
      databaseUrl: fixture.database.appUrl,
      extraEnv: { DATABASE_LOOKUP_URL: fixture.database.appUrl },
    });
    await expect(started).rejects.toThrow('DATABASE_LOOKUP_URL cannot be used as cashback_lookup_caller: ');
  });

  test('a role that row-level security does not bind is refused, whichever address names it', async () => {
    const role = `unbound_${randomUUID().slice(0, 8)}`;
    await fixture.owner.query(`CREATE ROLE ${role} BYPASSRLS`);
    try {
      await expect(
        assertAddressIsBound('DATABASE_WORKER_URL', fixture.database.ownerUrl, role),
      ).rejects.toThrow('not bound by row-level security');
    } finally {
      await fixture.owner.query(`DROP ROLE ${role}`);
    }
  });
});

describe('once the older release has ended', () => {
  test('the API’s role finds no merchant and no work any more, and the product goes on', async () => {
    await fixture.owner.query(NARROW_APP);
    expect(await functionsOf(APP_ROLE, 'lookup')).toEqual([
      'customers_matching',
      'purchase_by_token',
      'redemption_by_token',
    ]);
    const tables = await tablesOf(APP_ROLE);
    expect([
      tables['operations.job_schedules'],
      tables['operations.ledger_verifications'],
      tables.confirmation_traces,
    ]).toEqual([undefined, 'S', 'SD']);

    const api = await startApiProcess({ databaseUrl: fixture.database.appUrl });
    const client = createHttpClient(api.url);
    try {
      const merchant = await signUpMerchant(client);
      const staff = { cookie: merchant.cookie };
      const phone = freshPhone();
      const sold = await client.call(
        'cashback.issue',
        { operationId: randomUUID(), phone, amountCents: 100_000 },
        staff,
      );
      const confirm = (noun: string, link: string) =>
        client.call(`${noun}.confirm`, { token: tokenOf(link) }, { ip: freshIp() });
      expect((await confirm('cashback', sold.data.link)).status).toBe(200);
      const { data: customer } = await client.query('customers.find', { phone }, staff);
      const request = { operationId: randomUUID(), customerId: customer.id, amountCents: 700 };
      const made = await client.call('redemptions.create', request, staff);
      expect((await confirm('redemptions', made.data.link)).status).toBe(200);
      expect((await client.call('auth.login', { email: merchant.email, password: 'wrong' })).status).toBe(
        401,
      );
      // A minute later by its schedule, and now: the worker makes the balance what time has made of it.
      await fixture.owner.query("UPDATE customers SET balance_changes_at = now() - interval '1 hour'");
      await fixture.owner.query("SELECT graphile_worker.add_job('settle-due-customers')");
      await expect
        .poll(
          async () =>
            (await fixture.owner.query('SELECT FROM customers WHERE balance_changes_at < now()')).rowCount,
        )
        .toBe(0);
      expect(api.output()).not.toContain('permission denied');
    } finally {
      client.close();
      await api.stop();
    }
  });
});
