import { randomBytes, randomUUID } from 'node:crypto';
import { RETENTION_DAYS } from 'domain/retention';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { asWorker } from '../test/as-worker.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { insertMerchant } from '../test/money-app.ts';
import { applyRetention } from './apply-retention.ts';

type Kind = keyof typeof RETENTION_DAYS;

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchants: StaffSession[];

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
  merchants = await Promise.all([insertMerchant(fixture.owner), insertMerchant(fixture.owner)]);
});
afterAll(() => server?.close());

const COLUMNS: Record<Kind, { table: string; columns: string; values: string }> = {
  email_links: {
    table: 'email_links',
    columns: 'id, email, token_hash, signup, created_at, expires_at',
    values: "$3, 'a@example.com', $4, '{}', $5::timestamptz - interval '1 day', $5",
  },
  half_open_logins: {
    table: 'half_open_logins',
    columns: 'id, employee_id, token_hash, tries_left, created_at, expires_at',
    values: "$3, $2, $4, 5, $5::timestamptz - interval '10 minutes', $5",
  },
  customer_codes: {
    table: 'customer_codes',
    columns: 'id, customer_id, confirms_email, tries_left, created_at, expires_at',
    values: `$3, (SELECT id FROM customers c WHERE merchant_id = $1
                    AND NOT EXISTS (SELECT FROM customer_codes k WHERE k.customer_id = c.id) LIMIT 1),
             false, 5, $5, $5`,
  },
  customer_devices: {
    table: 'customer_devices',
    columns: 'id, customer_id, created_at, expires_at',
    values: '$3, (SELECT id FROM customers WHERE merchant_id = $1 LIMIT 1), $5, $5',
  },
  approvals: {
    table: 'approvals',
    columns: 'id, kind, request_id, amount_cents, phone, asked_by, asked_at, expires_at',
    values: "$3, 'purchase', $3, 100, '11987654321', $2, $5, $5::timestamptz + interval '15 minutes'",
  },
  provider_requests: {
    table: 'provider_requests',
    columns: 'id, employee_id, provider, kind, input, created_at',
    values: "$3, $2, 'mailchimp', 'test', '{}', $5",
  },
  sessions: {
    table: 'sessions',
    columns: 'id, employee_id, created_at, expires_at',
    values: "encode($4, 'hex'), $2, $5::timestamptz - interval '1 day', $5",
  },
  password_links: {
    table: 'password_links',
    columns: 'id, employee_id, kind, token_hash, created_at, expires_at',
    values: "$3, $2, 'reset', $4, $5::timestamptz - interval '1 hour', $5",
  },
  security_notices: {
    table: 'security_notices',
    columns: 'id, employee_id, kind, email, token_hash, ip, user_agent, created_at, expires_at',
    values: `$3, $2, 'new_device', 'a@example.com', $4, '203.0.113.7', 'Browser',
             $5::timestamptz - interval '72 hours', $5`,
  },
  idempotency_keys: {
    table: 'idempotency_keys',
    columns: 'request_id, procedure, request_hash, response, created_at',
    values: "$3, 'cashback.issue', $4, '{}', $5",
  },
  delivery_payloads: {
    table: 'deliveries',
    columns:
      'id, webhook_endpoint_id, event, subject_id, state, next_attempt_at, body, occurred_at, created_at, finished_at',
    values: `$3, (SELECT id FROM webhook_endpoints WHERE merchant_id = $1), 'customer.created', $2, 'delivered',
             $5, 'body', $5, $5, $5`,
  },
  integration_sync_log: {
    table: 'integration_sync_log',
    columns: 'integration_config_id, action, status, created_at',
    values: "(SELECT id FROM integration_configs WHERE merchant_id = $1), 'signup', 'success', $5",
  },
  confirmation_traces: {
    table: 'confirmation_traces',
    columns: 'source_id, kind, network, device_hash, delay_ms, confirmed_at',
    values: "$3, 'cashback', '203.0.113.0/24', $4, 5000, $5",
  },
  employee_devices: {
    table: 'employee_devices',
    columns: 'employee_id, device_hash, seen_at',
    values: '$2, $4, $5',
  },
  audit_addresses: {
    table: 'audit_log',
    columns: 'employee_id, action, entity, details, ip, user_agent, created_at',
    values: "$2, 'auth.login', 'employee', '{\"a\": 1}', '203.0.113.7', 'Browser', $5",
  },
  audit_details: {
    table: 'audit_log',
    columns: 'employee_id, action, entity, details, ip, user_agent, created_at',
    values: "$2, 'auth.login', 'employee', '{\"a\": 1}', '203.0.113.7', 'Browser', $5",
  },
  alerts: {
    table: 'alerts',
    columns: 'id, rule, employee_id, day, numbers, movement_ids, found_at',
    values: "$3, encode($4, 'hex'), $2, $5, '{}', '{}', $5",
  },
  data_requests: {
    table: 'data_requests',
    columns: 'id, kind, phone, contact, state, created_at, due_at, closed_at, closed_by',
    values: "$3, 'access', '11987654321', 'a@example.com', 'done', $5, $5, $5, $2",
  },
};

async function insertRow(kind: Kind, { merchantId, employeeId }: StaffSession, age: string): Promise<void> {
  const { table, columns, values } = COLUMNS[kind];
  const { rows } = await fixture.owner.query<{ at: Date }>('SELECT clock_timestamp() - $1::interval AS at', [
    age,
  ]);
  // Each value has a type, also one that the statement does not store.
  await fixture.owner.query(
    `WITH given AS (SELECT $1::uuid, $2::uuid, $3::uuid, $4::bytea, $5::timestamptz)
     INSERT INTO ${table} (merchant_id, ${columns}) SELECT $1, ${values} FROM given`,
    [merchantId, employeeId, randomUUID(), randomBytes(32), rows[0]?.at],
  );
}

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await fixture.owner.query(`SELECT * FROM ${table}`);
  return rows;
}

beforeAll(async () => {
  for (const { merchantId } of merchants) {
    await fixture.owner.query(
      `INSERT INTO integration_configs (merchant_id, id, provider) VALUES ($1, $2, 'mailchimp')`,
      [merchantId, randomUUID()],
    );
    await fixture.owner.query(
      `INSERT INTO customers (merchant_id, id, phone)
       SELECT $1, gen_random_uuid(), phone FROM unnest($2::text[]) AS phone`,
      [merchantId, [freshPhone(), freshPhone()]],
    );
    await fixture.owner.query(
      `INSERT INTO webhook_endpoints (merchant_id, id, url, events)
       VALUES ($1, $2, 'https://example.com/', '{customer.created}')`,
      [merchantId, randomUUID()],
    );
  }
});

const DELETED = (Object.keys(RETENTION_DAYS) as Kind[]).filter((kind) => COLUMNS[kind].table === kind);

test.each(DELETED)(
  '%s are deleted once they are older than they are kept, every merchant’s',
  async (kind) => {
    const days = RETENTION_DAYS[kind];
    const before = (await rowsOf(kind)).length;
    for (const merchant of merchants) {
      await insertRow(kind, merchant, `${days} days 1 minute`);
      await insertRow(kind, merchant, `${days} days -1 minute`);
    }
    expect(await applyRetention(asWorker(server.app))).toEqual({ [kind]: 2 });
    const kept = await rowsOf(kind);
    expect(kept).toHaveLength(before + 2);
    expect(await applyRetention(asWorker(server.app))).toEqual({});
  },
);

test('a delivery loses its body and its error, and keeps the rest', async () => {
  const days = RETENTION_DAYS.delivery_payloads;
  for (const merchant of merchants) {
    await insertRow('delivery_payloads', merchant, `${days} days 1 minute`);
    await insertRow('delivery_payloads', merchant, `${days} days -1 minute`);
  }
  expect(await applyRetention(asWorker(server.app))).toEqual({ delivery_payloads: 2 });
  const bodies = (await rowsOf('deliveries')).map(({ body, event }) => [event, body]);
  expect(bodies.sort()).toEqual([
    ['customer.created', null],
    ['customer.created', null],
    ['customer.created', 'body'],
    ['customer.created', 'body'],
  ]);
});

test('the audit log loses addresses after six months and details after two years, in order, and no entry', async () => {
  const { audit_addresses: addresses, audit_details: details } = RETENTION_DAYS;
  await fixture.owner.query('DELETE FROM audit_log; DELETE FROM operations.retention_progress');
  for (const merchant of merchants)
    for (const days of [details, addresses])
      for (const minutes of [1, -1])
        await insertRow('audit_details', merchant, `${days} days ${minutes} minutes`);
  expect(await applyRetention(asWorker(server.app))).toEqual({ audit_addresses: 6, audit_details: 2 });
  const entries = (await rowsOf('audit_log'))
    .sort((a, b) => Number(a.created_at) - Number(b.created_at))
    .map(({ ip, user_agent, details: said }) => [ip, user_agent, said]);
  const whole = ['203.0.113.7', 'Browser', { a: 1 }];
  expect(entries).toEqual([
    ...Array(2).fill([null, null, {}]),
    ...Array(4).fill([null, null, { a: 1 }]),
    ...Array(2).fill(whole),
  ]);
});

test('a merchant’s audit log is emptied in order, however old it is and however many entries are of one moment', async () => {
  await fixture.owner.query('DELETE FROM audit_log; DELETE FROM operations.retention_progress');
  const [merchant, other] = merchants as [StaffSession, StaffSession];
  await insertRow('audit_details', merchant, '90 years');
  await insertRow('audit_details', other, '80 years');
  await fixture.owner.query(
    `INSERT INTO audit_log (merchant_id, action, entity, ip, created_at)
     SELECT $1, 'auth.login', 'employee', '203.0.113.7', now() - interval '300 days' FROM generate_series(1, 150)`,
    [merchant.merchantId],
  );
  await insertRow('audit_details', merchant, '299 days');
  await applyRetention(asWorker(server.app));
  const whole = (await rowsOf('audit_log')).filter(({ ip }) => ip !== null);
  expect(whole).toEqual([]);
  await insertRow('audit_details', merchant, '91 years');
  expect(await applyRetention(asWorker(server.app)), 'what was read is not read again').toEqual({});
});

test('what fell due since the last run is found, however much it is', async () => {
  const merchant = merchants[0] as StaffSession;
  await fixture.owner.query(
    `INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response, created_at)
     SELECT $1, gen_random_uuid(), 'cashback.issue', '\\x00', '{}', now() - interval '40 days'
     FROM generate_series(1, 1234)`,
    [merchant.merchantId],
  );
  expect(await applyRetention(asWorker(server.app))).toEqual({ idempotency_keys: 1234 });
});

test('a run that is stopped ends between two batches', async () => {
  await expect(applyRetention(asWorker(server.app), AbortSignal.abort())).rejects.toThrow('abort');
});

test('a kind that fails stops no other, and the run fails at its end', async () => {
  const merchant = merchants[0] as StaffSession;
  const { app } = server;
  await insertRow('sessions', merchant, '31 days');
  await insertRow('data_requests', merchant, '1827 days');
  await fixture.owner.query('REVOKE DELETE ON sessions FROM cashback_retention');
  const log = { error: vi.fn(), info: vi.fn() };
  const run = applyRetention({ ...asWorker(app), log: log as unknown as typeof app.log });
  await expect(run).rejects.toThrow('retention failed for sessions');
  expect(log.error.mock.calls).toMatchObject([[{ what: 'sessions' }, expect.anything()]]);
  expect(log.info.mock.calls).toMatchObject([[{ data_requests: 1 }, expect.anything()]]);
  await fixture.owner.query('GRANT DELETE ON sessions TO cashback_retention');
  expect(await applyRetention(asWorker(app))).toEqual({ sessions: 1 });
});

test('a mail whose last attempt was cut off leaves no address for longer than a day, other jobs stay', async () => {
  const addJob = async (payload: object, { attempts, age }: { attempts: number; age: string }) => {
    const { rows } = await fixture.owner.query<{ id: string }>(
      `SELECT id FROM graphile_worker.add_job('mail-erased-person', $1::json, max_attempts => 8)`,
      [JSON.stringify(payload)],
    );
    await fixture.owner.query(
      `UPDATE graphile_worker._private_jobs SET attempts = $2, run_at = now() - $3::interval,
         locked_at = now(), locked_by = 'killed' WHERE id = $1`,
      [rows[0]?.id, attempts, age],
    );
    return rows[0]?.id;
  };
  const letter = { merchantId: merchants[0]?.merchantId, email: 'a@example.com' };
  const { email: _, ...withoutAddress } = letter;
  await addJob(letter, { attempts: 8, age: '1 day 1 minute' });
  const kept = [
    await addJob(letter, { attempts: 8, age: '1 day -1 minute' }),
    await addJob(letter, { attempts: 7, age: '2 days' }),
    await addJob(withoutAddress, { attempts: 8, age: '2 days' }),
  ];
  expect(await applyRetention(asWorker(server.app)), 'a running one').toEqual({});
  // As the job that finds dead workers.
  await fixture.owner.query("SELECT graphile_worker.force_unlock_workers('{killed}')");
  expect(await applyRetention(asWorker(server.app))).toEqual({ given_up_mails: 1 });
  const { rows } = await fixture.owner.query('SELECT id FROM graphile_worker._private_jobs ORDER BY id');
  expect(rows.map(({ id }) => id)).toEqual(kept);
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
});

test('no name but these is obeyed', async () => {
  await expect(
    asWorker(server.app).tenancy.withoutTenant(
      { name: 'delete_customers', text: 'SELECT delete_outlived($1, 1000)' },
      ['customers'],
    ),
  ).rejects.toThrow('nothing is kept under the name customers');
});
