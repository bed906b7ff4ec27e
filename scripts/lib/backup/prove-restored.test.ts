import { randomBytes, randomUUID } from 'node:crypto';
import { openSecrets } from 'api/commands/open-secrets';
import { verifyDatabaseRollups } from 'api/commands/verify-database';
import { keyRing } from 'api/lib/sealed';
import { insertKeptSecrets } from 'api/test/kept-secrets';
import { createCounter, insertMerchant, openMoneyApp } from 'api/test/money-app';
import type { Manifest } from 'database/backup/manifest';
import { countRows } from 'database/backup/take-backup';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeAll, expect, test } from 'vitest';
import { type Proof, proveRestored } from './prove-restored.ts';

/** Checks that the drill sees what is wrong with a restored database, however it was restored. */

const KEY = randomBytes(32);

const fixture = useDatabaseFixture();
const erasedPhone = freshPhone();
let manifest: Manifest;

beforeAll(async () => {
  const { app, close } = await openMoneyApp(fixture.database.appUrl);
  const counter = createCounter(app, await insertMerchant(fixture.owner));
  const phone = freshPhone();
  await counter.earn(phone, 100_000);
  await counter.spend(phone, 1_000);
  await counter.issue(erasedPhone, 100);
  await insertKeptSecrets(fixture.owner, { tenancy: app.tenancy, keyEncryptionKeys: keyRing([KEY]) });
  await close();
  // Reading the rollups applies what was recorded since: from here on the number of rows stays.
  await verifyDatabaseRollups(fixture.database.ownerUrl, () => expect.unreachable());
  manifest = await describeNow();
});

async function describeNow(): Promise<Manifest> {
  const client = await fixture.owner.connect();
  try {
    const rows = await countRows(client);
    return {
      format: 1,
      takenAt: new Date().toISOString(),
      serverVersion: '18.4',
      database: 'cashback',
      roles: [],
      rows,
      dump: { bytes: 0, sha256: '' },
    };
  } finally {
    client.release();
  }
}

/** The proofs that failed, with their problems. */
async function failures(keys: [Buffer] | undefined): Promise<Record<string, string[]>> {
  const proofs: Proof[] = [];
  const url = fixture.database.ownerUrl;
  const holds = await proveRestored({ url, manifest, keys }, (proof) => proofs.push(proof));
  const failed = proofs.filter((proof) => proof.problems.length > 0);
  expect(holds).toBe(failed.length === 0);
  return Object.fromEntries(failed.map((proof) => [proof.what, proof.problems]));
}

test('a database restored whole is proved, with the rows counted, the schema, ledger and rollups, and every secret opened', async () => {
  expect(await failures([KEY])).toEqual({});
});

test('listed customers are erased again, as a job may do it; one that cannot be is named, an unknown one came later', async () => {
  const { rows } = await fixture.owner.query<{ id: string; merchant_id: string }>(
    'SELECT id, merchant_id FROM customers WHERE phone = $1',
    [erasedPhone],
  );
  const [customer] = rows;
  const { id = '', merchant_id: merchantId = '' } = customer ?? {};
  const erasures = [{ merchantId, customerIds: [id, randomUUID()], erasedAt: '2026-11-23T12:00:00.000Z' }];
  const proofs: Proof[] = [];
  const prove = () =>
    proveRestored({ url: fixture.database.ownerUrl, erasures, keys: [KEY] }, (proof) => proofs.push(proof));
  await fixture.owner.query(
    'ALTER TABLE customers ADD CONSTRAINT keeps_all CHECK (erased_at IS NULL) NOT VALID',
  );
  expect(await prove()).toBe(false);
  await fixture.owner.query('ALTER TABLE customers DROP CONSTRAINT keeps_all');
  expect(proofs.at(-1)).toMatchObject({ what: 'erasures', problems: [expect.stringContaining('keeps_all')] });
  expect(await prove()).toBe(true);
  expect(proofs.at(-1)?.found).toContain('1 of 2 listed records are erased');
  const erased = await fixture.owner.query('SELECT phone, name FROM customers WHERE id = $1', [id]);
  expect(erased.rows).toEqual([{ phone: null, name: null }]);
  manifest = await describeNow();
});

const DAMAGED_ROWS = `
  DELETE FROM audit_log;
  UPDATE cashback_lots SET remaining_cents = remaining_cents - 1;
  UPDATE daily_rollups SET purchases = purchases + 1 WHERE purchases > 0`;

const REPAIRED_ROWS = `
  INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept_aside.audit_log;
  UPDATE cashback_lots SET remaining_cents = remaining_cents + 1;
  UPDATE daily_rollups SET purchases = purchases - 1 WHERE purchases > 1`;

test('lost rows, a changed amount, rollups that are not those of their rows and the wrong key-encryption key are each found', async () => {
  await fixture.owner.query('CREATE SCHEMA kept_aside; CREATE TABLE kept_aside.audit_log AS TABLE audit_log');
  await fixture.owner.query(DAMAGED_ROWS);
  try {
    const found = await failures([randomBytes(32)]);
    expect(found.rows?.join('\n')).toMatch(/^public\.audit_log: 0 instead of \d+$/m);
    expect(found.ledger?.length).toBeGreaterThan(0);
    expect(found.rollups?.length).toBeGreaterThan(0);
    expect(found['sealed keys']?.join()).toContain('needs a key that is not here');
  } finally {
    await fixture.owner.query(REPAIRED_ROWS);
    await fixture.owner.query('DROP SCHEMA kept_aside CASCADE');
  }
});

/** Damages that a restore may do to privileges: the statement, and the line that reports it. */
const DAMAGED_RULES: [sql: string, line: RegExp][] = [
  ['ALTER POLICY tenant ON customers RENAME TO other', /^missing: policy tenant on public\.customers/m],
  [
    'ALTER TABLE transactions NO FORCE ROW LEVEL SECURITY',
    /^too much: row-level security of public\.transactions: enabled true, forced false$/m,
  ],
  [
    'GRANT DELETE ON ledger_entries TO cashback_app',
    /^too much: grant on table public\.ledger_entries: DELETE to cashback_app$/m,
  ],
  [
    'ALTER FUNCTION lookup.merchant_by_slug(text) OWNER TO current_user',
    /^missing: function lookup\.merchant_by_slug\(text\) .*, owned by cashback_lookup/m,
  ],
  [
    'ALTER TABLE redemptions DROP CONSTRAINT redemptions_pkey CASCADE',
    /^missing: constraint redemptions_pkey/m,
  ],
  ['ALTER TABLE customers DISABLE TRIGGER USER', /^missing: trigger on public\.customers/m],
];

test('a policy, a forced row-level security, a look-up’s owner, a constraint or a trigger that is gone, and a right too many, are each named', async () => {
  for (const [sql] of DAMAGED_RULES) await fixture.owner.query(sql);
  const found = await failures(undefined);
  expect(found['sealed keys']).toEqual(['KEY_ENCRYPTION_KEY is not set, so nobody knows']);
  for (const [sql, line] of DAMAGED_RULES) expect(found.schema?.join('\n'), sql).toMatch(line);
});

test('a sealed secret that was changed is found, whichever of a merchant’s it is', async () => {
  const secrets = [
    ['integration_configs', 'api_key_encrypted'],
    ['webhook_secrets', 'secret_encrypted'],
    ['provider_requests', 'api_key_encrypted'],
  ];
  const keys = keyRing([KEY]);
  for (const [table, column] of secrets) {
    const flip = `UPDATE ${table} SET ${column} = set_byte(${column}, 30, get_byte(${column}, 30) # 1)`;
    await fixture.owner.query(flip);
    const { failures: found } = await openSecrets(fixture.database.ownerUrl, keys);
    expect(found.join(), table).toContain('a sealed value was changed');
    await fixture.owner.query(flip);
  }
  expect(await openSecrets(fixture.database.ownerUrl, keys)).toMatchObject({ secrets: 4, failures: [] });
});
