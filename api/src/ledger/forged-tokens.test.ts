import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createQrTokens, sha256, type TokenKind } from '../lib/tokens.ts';
import { type ApiProcess, startApiProcess, TEST_TOKEN_SECRET } from '../test/api-process.ts';

const PROCEDURES = { CASHBACK: 'cashback.confirm', REDEMPTION: 'redemptions.confirm' } as const;
const KINDS: TokenKind[] = ['CASHBACK', 'REDEMPTION'];

let database: TestDatabase;
let owner: pg.Pool;
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;
let purchase: { transactionId: string; link: string };
let redemption: { redemptionId: string; link: string };

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  api = await startApiProcess({ databaseUrl: database.appUrl });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
  const staff = { cookie: merchant.cookie };
  const phone = freshPhone();
  const buy = (amountCents: number) =>
    client.call('cashback.issue', { operationId: randomUUID(), phone, amountCents }, staff);
  const credited = await buy(100_000);
  await confirm('CASHBACK', tokenOf(credited.data.link));
  // Its trace is written a moment after the answer.
  const countTraces = async () => (await owner.query('SELECT FROM confirmation_traces')).rowCount;
  await vi.waitFor(async () => expect(await countTraces()).toBe(1), { timeout: 60_000 });
  ({ data: purchase } = await buy(100_000));
  const { data: customer } = await client.query('customers.find', { phone }, staff);
  const request = { operationId: randomUUID(), customerId: customer.id, amountCents: 5_000 };
  ({ data: redemption } = await client.call('redemptions.create', request, staff));
});

afterAll(async () => {
  client.close();
  await api.kill();
  await owner.end();
  await database.drop();
});

function confirm(kind: TokenKind, token: unknown) {
  return client.call(PROCEDURES[kind], { token }, { ip: freshIp() });
}

/** Every row of every table, as text. */
async function readEverything(): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    dumps.push(`${name}\n${rows.map((row) => row.row).join('\n')}`);
  }
  return dumps.join('\n');
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Tokens that an attacker might try, by kind of forgery. */
function forgeries(kind: TokenKind): Record<string, string> {
  const good = tokenOf(kind === 'CASHBACK' ? purchase.link : redemption.link);
  const other = tokenOf(kind === 'CASHBACK' ? redemption.link : purchase.link);
  const id = kind === 'CASHBACK' ? purchase.transactionId : redemption.redemptionId;
  const last = good.at(-1) === 'A' ? 'B' : 'A';
  return {
    'the old shape with a timestamp': `${kind}_${Date.now()}`,
    'the old shape with a timestamp and a tail': `${kind}_${Date.now()}_k3j9x2m1q`,
    'the old shape with seconds': `${kind}_${Math.floor(Date.now() / 1_000)}_${random(6)}`,
    'the id of the movement': `${kind}_${id}`,
    'the bare id': id,
    'the other kind’s token': other,
    'the other kind’s secret under this prefix': `${kind}_${other.split('_').slice(1).join('_')}`,
    'one character changed': `${good.slice(0, -1)}${last}`,
    'one character less': good.slice(0, -1),
    'one character more': `${good}A`,
    'a space behind': `${good} `,
    'a line break behind': `${good}\n`,
    'a NUL behind': `${good}\0`,
    'lower case': good.toLowerCase(),
    'the hash that is stored': sha256(good).toString('hex'),
    'the hash under the prefix': `${kind}_${sha256(good).toString('base64url').slice(0, 27)}`,
    'a token made with another key': createQrTokens(['x'.repeat(32)]).tokenFor(kind, merchant.id, id),
    'a token of another merchant’s id': createQrTokens([TEST_TOKEN_SECRET]).tokenFor(kind, randomUUID(), id),
    'a wildcard': `${kind}_%`,
    'an injection': `${kind}_' OR '1'='1`,
    'the prefix alone': `${kind}_`,
  };
}

test('100,000 random tokens find no purchase and no redemption, and change nothing', async () => {
  const before = await readEverything();
  for (const procedure of ['confirm_cashback', 'confirm_redemption']) {
    for (let batch = 0; batch < 50; batch += 1) {
      const kind = procedure === 'confirm_cashback' ? 'CASHBACK' : 'REDEMPTION';
      const hashes = Array.from({ length: 1_000 }, () => sha256(`${kind}_${random(20)}`));
      const { rows } = await owner.query<{ outcome: string; count: number }>({
        name: procedure,
        text: `SELECT outcome, count(*)::int AS count FROM ${procedure}($1, $2) GROUP BY outcome`,
        values: [hashes, hashes.map(() => null)],
      });
      expect(rows).toEqual([{ outcome: 'unknown', count: 1_000 }]);
    }
  }
  expect(await readEverything()).toBe(before);
});

test.each(KINDS)(
  'every forged %s token, whatever its shape, gets the one same answer and changes nothing',
  async (kind) => {
    const before = await readEverything();
    const randomOnes = Array.from({ length: 200 }, () => ['a random token', `${kind}_${random(20)}`]);
    const tries = [...Object.entries(forgeries(kind)), ...randomOnes] as [string, string][];
    const answers = await Promise.all(
      tries.map(async ([what, token]) => [what, await confirm(kind, token)] as const),
    );
    const [[, expected]] = answers as [(typeof answers)[number]];
    expect(expected.status).toBe(404);
    expect(expected.error?.message).toBe('QR Code inválido ou expirado');
    for (const [what, answer] of answers) {
      expect([what, answer.status, answer.body]).toEqual([what, 404, expected.body]);
    }
    expect(await readEverything()).toBe(before);
  },
);

test('the good tokens among the forged ones still work', async () => {
  expect((await confirm('CASHBACK', tokenOf(purchase.link))).status).toBe(200);
  expect((await confirm('REDEMPTION', tokenOf(redemption.link))).status).toBe(200);
});

test('an expired token gets the same answer as an unknown one', async () => {
  const staff = { cookie: merchant.cookie };
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 1_000 };
  const { data } = await client.call('cashback.issue', input, staff);
  await owner.query("UPDATE transactions SET token_expires_at = now() - interval '1 second' WHERE id = $1", [
    data.transactionId,
  ]);
  const expired = await confirm('CASHBACK', tokenOf(data.link));
  const unknown = await confirm('CASHBACK', `CASHBACK_${random(20)}`);
  expect([expired.status, expired.body]).toEqual([unknown.status, unknown.body]);
});

test('a token carries at least 128 random bits, and no two are alike or share a beginning', () => {
  const tokens = createQrTokens([TEST_TOKEN_SECRET]);
  const secrets = Array.from({ length: 2_000 }, () => {
    const token = tokens.tokenFor('CASHBACK', merchant.id, randomUUID());
    return token.slice('CASHBACK_'.length);
  });
  for (const secret of secrets)
    expect(Buffer.from(secret, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  expect(new Set(secrets.map((secret) => secret.slice(0, 10))).size).toBe(secrets.length);
  // Every bit is set about half the time.
  const bits = secrets.map((secret) => Buffer.from(secret, 'base64url'));
  for (let bit = 0; bit < 160; bit += 1) {
    const set = bits.filter((bytes) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    expect(set / secrets.length, `bit ${bit}`).toBeGreaterThan(0.42);
    expect(set / secrets.length, `bit ${bit}`).toBeLessThan(0.58);
  }
});

test('the database holds the SHA-256 of a token and nothing it could be rebuilt from', async () => {
  const dump = await readEverything();
  const tokens = [tokenOf(purchase.link), tokenOf(redemption.link)];
  for (const token of tokens) {
    const secret = token.slice(token.indexOf('_') + 1);
    const bytes = Buffer.from(secret, 'base64url');
    expect(dump).toContain(sha256(token).toString('hex'));
    for (const written of [
      token,
      secret,
      secret.slice(0, 12),
      bytes.toString('hex'),
      bytes.toString('base64'),
    ]) {
      expect(dump.includes(written), 'part of a token is stored').toBe(false);
    }
  }
  expect(dump.includes(TEST_TOKEN_SECRET)).toBe(false);
  expect(api.output()).not.toMatch(/CASHBACK_[\w-]{27}|REDEMPTION_[\w-]{27}/);
});
