import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { App } from 'api/context';
import { eraseCustomer } from 'api/customers/erase-customer';
import { keyRing } from 'api/lib/sealed';
import { insertKeptSecrets } from 'api/test/kept-secrets';
import { type Counter, createCounter, insertMerchant, openMoneyApp } from 'api/test/money-app';
import {
  type InstalledServer,
  initializeData,
  makeFolder,
  makeServerFolder,
  removeServerFolder,
  runAsServer,
  startOn,
} from 'database/backup/installed-server';
import { DUMP_FILE, describeDump, MANIFEST_FILE } from 'database/backup/manifest';
import { findPostgresTool, runPostgresTool } from 'database/backup/postgres-tools';
import { ensureDatabase, migrate } from 'database/migrate';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/**
 * The commands and deploy/postgres, as an operator runs them, on a PostgreSQL as a distribution installs it.
 */

const ROOT = join(import.meta.dirname, '../../..');
const KEY = randomBytes(32);

// Each drill starts a server of its own.
vi.setConfig({ testTimeout: 600_000 });

let folder: string;
let archive: string;
let server: InstalledServer;
let owner: pg.Pool;
let app: App;
let closeApp: () => Promise<void>;
let counter: Counter;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = makeServerFolder();
  archive = makeFolder(join(folder, 'archive'));
  makeFolder(join(archive, 'wal'));
  // A folder that the server's user may read, whatever user owns the checkout.
  cpSync(join(ROOT, 'deploy/postgres'), join(folder, 'programs'), { recursive: true });
  settings = {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `${folder}/programs/archive-wal.sh %p %f ${archive}/wal`,
  };
  initializeData(join(folder, 'data'));
  server = await startOn(join(folder, 'data'), settings);
  await ensureDatabase(server.url('cashback'));
  runAsServer(join(folder, 'programs/initdb.d/10-roles.sh'), [], {
    ...{
      PGHOST: '127.0.0.1',
      PGPORT: String(server.port),
      POSTGRES_USER: 'postgres',
      POSTGRES_DB: 'cashback',
    },
    ...{
      APP_PASSWORD: 'app',
      WORKER_PASSWORD: 'worker',
      LOOKUP_PASSWORD: 'lookup',
      BACKUP_PASSWORD: "it's",
      COPY_PASSWORD: 'copy',
    },
  });
  await migrate(server.url('cashback'));
  owner = new pg.Pool({ connectionString: server.url('cashback'), max: 2 });
  // The server may end before it has heard that a connection is closed.
  owner.on('error', () => undefined);
  ({ app, close: closeApp } = await openMoneyApp(server.url('cashback')));
  counter = createCounter(app, await insertMerchant(owner));
  await insertKeptSecrets(owner, { tenancy: app.tenancy, keyEncryptionKeys: keyRing([KEY]) });
});

afterAll(async () => {
  await closeApp();
  await owner.end();
  await server.stop();
  removeServerFolder(folder);
});

async function run(script: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts', script), ...args], {
    env: { ...process.env, KEY_ENCRYPTION_KEY: KEY.toString('base64'), ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, text };
}

const backUp = (url: string, into: string, ...more: string[]) =>
  run('backup.ts', [into, ...more], { DATABASE_BACKUP_URL: url });
const drill = (...args: string[]) => run('restore-drill.ts', args);

/** Sells until it is stopped; returns the number of purchases. */
function sellOn(): () => Promise<number> {
  let isOver = false;
  const selling = (async () => {
    for (let purchases = 1; ; purchases += 1) {
      const phone = freshPhone();
      await counter.earn(phone, 100_000);
      await counter.spend(phone, 1_000);
      if (isOver) return purchases;
    }
  })();
  return () => {
    isOver = true;
    return selling;
  };
}

/** A backup that was changed after it was taken. */
function copyOf(backup: string, name: string): string {
  const copy = join(folder, name);
  cpSync(backup, copy, { recursive: true });
  return copy;
}

/** '…/2026-11-22T09-59-00Z' → the end of that second, in milliseconds. */
const endOf = (copy: string) => Date.parse(copy.slice(-20).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')) + 1_000;

/** A backup whose dump was made without a table, and whose manifest knows nothing of that. */
async function takeWithoutTable(backup: string, table: string): Promise<string> {
  const lacking = copyOf(backup, 'lacking');
  const path = join(lacking, DUMP_FILE);
  const url = server.url('cashback');
  await runPostgresTool(
    findPostgresTool('pg_dump', 15),
    ['--format=custom', `--exclude-table=${table}`, `--file=${path}`],
    url,
  );
  const manifest = JSON.parse(readFileSync(join(lacking, MANIFEST_FILE), 'utf8'));
  writeFileSync(
    join(lacking, MANIFEST_FILE),
    JSON.stringify({ ...manifest, dump: await describeDump(path) }),
  );
  return lacking;
}

/** Changes an entry of the ledger, which is only added to: its triggers must not see the change. */
async function addToAnEntry(cents: number, id: string | null): Promise<string> {
  const client = await owner.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const { rows } = await client.query<{ id: string }>(
      `UPDATE ledger_entries SET amount_cents = amount_cents + $1
       WHERE id = coalesce($2::bigint, (SELECT max(id) FROM ledger_entries)) RETURNING id::text AS id`,
      [cents, id],
    );
    return rows[0]?.id ?? '';
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

const newest = (parent: string) => join(parent, readdirSync(parent).sort().at(-1) ?? '');

test('a backup taken while purchases go on is restored into an empty server and proved; a role that sees no rows takes none', async () => {
  const into = join(folder, 'dumps');
  const stop = sellOn();
  const asRole = (role: string) => server.url('cashback').replace('postgres@', `${role}@`);
  const taken = await backUp(asRole('cashback_backup'), into);
  expect(await stop()).toBeGreaterThan(1);
  expect(taken, taken.text).toMatchObject({ code: 0 });
  expect(await backUp(asRole('cashback_app'), into)).toMatchObject({
    code: 1,
    text: expect.stringContaining('BYPASSRLS'),
  });
  const proved = await drill(into, '--max-age-hours', '1');
  expect(proved, proved.text).toMatchObject({ code: 0 });
  for (const what of ['age', 'rows', 'migrations', 'schema', 'ledger', 'rollups', 'sealed keys'])
    expect(proved.text).toMatch(new RegExp(`^ok {5}${what}: `, 'm'));
  expect(proved.text).toContain('1 data keys and 3 secrets open');
});

test('who was erased after the backup is erased again in what is restored from it', async () => {
  const into = join(folder, 'erased');
  const phone = freshPhone();
  const staff = await insertMerchant(owner);
  await createCounter(app, staff).earn(phone, 100_000);
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM customers WHERE phone = $1', [phone]);
  const [customerId = ''] = rows.map(({ id }) => id);
  const url = server.url('cashback');
  expect((await backUp(url, into)).code).toBe(0);
  const { merchantId } = staff;
  await eraseCustomer(app, { merchantId, customerId, basis: 'request', staff, request: null });
  expect((await run('erasures.ts', ['list', into], { DATABASE_OWNER_URL: url })).text).toContain(
    '1 erasures',
  );
  // Restored into a database that stays, to look into it.
  const restored = server.url('erased');
  const proved = await drill(into, '--into', restored);
  expect(proved, proved.text).toMatchObject({ code: 0 });
  expect(proved.text).toMatch(/^ok {5}erasures: 1 of 1 listed records are erased/m);
  const client = new pg.Client({ connectionString: restored });
  await client.connect();
  const found = await client.query(
    'SELECT phone, erased_at IS NOT NULL AS is_erased FROM customers WHERE id = $1',
    [customerId],
  );
  await client.end();
  expect(found.rows).toEqual([{ phone: null, is_erased: true }]);
});

test('a damaged, a cut and an incomplete backup are not proved, nor one that is too old, lacks a table or has one changed ledger entry', async () => {
  const backup = newest(join(folder, 'dumps'));
  const damaged = copyOf(backup, 'damaged');
  const bytes = readFileSync(join(damaged, DUMP_FILE));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(damaged, DUMP_FILE), bytes);
  expect(await drill(damaged)).toMatchObject({ code: 1, text: expect.stringContaining('is damaged') });

  const cut = copyOf(backup, 'cut');
  writeFileSync(join(cut, DUMP_FILE), bytes.subarray(0, bytes.length >> 1));
  expect(await drill(cut)).toMatchObject({ code: 1, text: expect.stringContaining('is damaged') });

  const incomplete = copyOf(backup, 'incomplete');
  const manifest = JSON.parse(readFileSync(join(incomplete, MANIFEST_FILE), 'utf8'));
  manifest.rows['public.transactions'] += 1;
  manifest.takenAt = '2026-01-01T00:00:00.000Z';
  writeFileSync(join(incomplete, MANIFEST_FILE), JSON.stringify(manifest));
  const refused = await drill(incomplete, '--max-age-hours', '26');
  expect(refused.code).toBe(1);
  expect(refused.text).toMatch(/^FAILED rows[\s\S]+^ {7}public\.transactions: /m);
  expect(refused.text).toMatch(/^FAILED age: /m);

  const entry = await addToAnEntry(1, null);
  await backUp(server.url('cashback'), join(folder, 'wrong'));
  await addToAnEntry(-1, entry);
  const wrong = await drill(join(folder, 'wrong'));
  expect(wrong.code).toBe(1);
  expect(wrong.text).toMatch(/^FAILED ledger/m);

  const lacking = await drill(await takeWithoutTable(backup, 'public.audit_log'));
  expect(lacking.code).toBe(1);
  expect(lacking.text).toMatch(/^ {7}public\.audit_log: no table instead of \d+$/m);
});

test('only whole backups are counted when older ones make room, and none is restored over what is there', async () => {
  const into = join(folder, 'kept');
  const [killed, underWay] = [join(into, 'unfinished-killed'), join(into, 'unfinished-now')];
  for (const left of [killed, underWay]) mkdirSync(left, { recursive: true });
  const longAgo = new Date(Date.now() - 72 * 3_600_000);
  utimesSync(killed, longAgo, longAgo);
  for (let count = 0; count < 3; count += 1)
    expect((await backUp(server.url('cashback'), into, '--keep', '2')).code).toBe(0);
  expect(existsSync(killed), 'left by a backup that was killed').toBe(false);
  expect(readdirSync(into)).toEqual([expect.any(String), expect.any(String), 'unfinished-now']);
  const refused = await drill(into, '--into', server.url('cashback'));
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('has tables') });
});

test('from a copy of the server and its kept log the moment before a disaster comes back, and is proved', async () => {
  const programs = join(folder, 'programs');
  const where = { PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: 'cashback_copy' };
  const copy = runAsServer(join(programs, 'base-backup.sh'), [archive], where);
  // Its name says the second in which it was whole; it leads to moments of later ones.
  await expect.poll(() => Date.now()).toBeGreaterThan(endOf(copy));
  const later = freshPhone();
  await counter.earn(later, 100_000);
  // Changes are applied after an answer; a backup between the two holds changes that wait, this one none.
  await app.rollups.idle();
  const { rows } = await owner.query<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS now`,
  );
  await owner.query('DELETE FROM audit_log');
  const last = await owner.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const kept = join(archive, 'wal', `${last.rows[0]?.file}.gz`);
  await expect.poll(() => existsSync(kept)).toBe(true);

  const data = join(folder, 'restored');
  runAsServer(join(programs, 'restore-to-moment.sh'), [archive, data, rows[0]?.now ?? '']);
  const restored = await startOn(data, {});
  try {
    const pool = new pg.Pool({ connectionString: restored.url('cashback'), max: 1 });
    pool.on('error', () => undefined);
    await expect
      .poll(async () => (await pool.query('SELECT pg_is_in_recovery() AS waits')).rows[0].waits, {
        timeout: 60_000,
      })
      .toBe(false);
    const found = await pool.query('SELECT available_cents FROM customers WHERE phone = $1', [later]);
    expect(found.rows).toEqual([{ available_cents: 5_000 }]);
    expect((await pool.query('SELECT count(*)::int AS kept FROM audit_log')).rows[0].kept).toBeGreaterThan(0);
    const proved = await drill('--running', restored.url('cashback'));
    expect(proved, proved.text).toMatchObject({ code: 0 });
    await pool.query('ALTER ROLE cashback_app BYPASSRLS');
    const unbound = await drill('--running', restored.url('cashback'));
    expect(unbound).toMatchObject({ code: 1 });
    expect(unbound.text).toContain('too powerful: role cashback_app BYPASSRLS');
    await pool.end();
  } finally {
    await restored.stop();
  }
});

test('a file of the log is kept once: the same again is content, another one under its name is refused', () => {
  const program = join(folder, 'programs/archive-wal.sh');
  const wal = makeFolder(join(folder, 'one-file'));
  const [file, other] = [join(folder, 'file'), join(folder, 'other')];
  writeFileSync(file, 'log');
  writeFileSync(other, 'another log');
  copyFileSync(file, join(folder, 'file-again'));
  runAsServer(program, [file, '0001', wal]);
  runAsServer(program, [join(folder, 'file-again'), '0001', wal]);
  expect(() => runAsServer(program, [other, '0001', wal])).toThrow('another file');
});
