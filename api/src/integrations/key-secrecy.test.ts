import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../scripts/lib/test-database.ts';
import type { TestDatabase } from '../../../scripts/lib/test-server.ts';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { type Answer, createHttpClient, type HttpClient } from '../test/http-client.ts';
import { type SignedInMerchant, signUpMerchant } from '../test/signed-in-merchant.ts';

/** Four different characters at the end: they may be seen, and nothing else of a key. */
const MAILCHIMP_KEY = `${randomBytes(14).toString('hex')}last`;
const RD_STATION_TOKEN = `${randomBytes(24).toString('hex')}.four`;
const REFUSED_KEY = `${randomBytes(16).toString('hex')}/../<script>`;
const KEY_ENCRYPTION_KEY = randomBytes(32);
const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };
const MAILCHIMP = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us21', ...SYNC };

let database: TestDatabase;
let owner: pg.Pool;
let api: ApiProcess;
let client: HttpClient;
let shop: SignedInMerchant;
/** Everything that was answered, headers included. */
let answered = '';

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  api = await startApiProcess({
    databaseUrl: database.appUrl,
    extraEnv: { LOG_LEVEL: 'trace', KEY_ENCRYPTION_KEY: KEY_ENCRYPTION_KEY.toString('base64') },
  });
  client = createHttpClient(api.url);
  shop = await signUpMerchant(client);
});

afterAll(async () => {
  client.close();
  await api.stop();
  await owner.end();
  await database.drop();
});

function keep(answer: Answer): Answer {
  answered += `${JSON.stringify(answer.headers)}\n${JSON.stringify(answer.body)}\n`;
  return answer;
}
const call = async (path: string, input: object) =>
  keep(await client.call(path, input, { cookie: shop.cookie }));
const query = async (path: string, input?: object) =>
  keep(await client.query(path, input, { cookie: shop.cookie }));

/** Every row of every table, the queue's too, as text; what is binary as hexadecimal. */
async function readEverything(): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dumps = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      return `${name}\n${rows.map(({ row }) => row).join('\n')}`;
    }),
  );
  return dumps.join('\n');
}

/** The secret, and the ways in which it might have been written down without being recognised at once. */
function spellings(secret: Buffer): string[] {
  const base64 = secret.toString('base64').replaceAll('=', '');
  return [secret.toString('latin1'), secret.toString('hex'), base64, secret.toString('base64url')];
}

/** Half of it would be too much already. */
const halves = (secret: string) => [secret.slice(0, 12), secret.slice(6, 24)];

function expectNowhere(text: string, where: string): void {
  for (const key of [MAILCHIMP_KEY, RD_STATION_TOKEN, REFUSED_KEY])
    for (const spelling of [...halves(key), ...spellings(Buffer.from(key))])
      expect(text.includes(spelling), `a key is in ${where}`).toBe(false);
  for (const spelling of spellings(KEY_ENCRYPTION_KEY))
    expect(text.includes(spelling), `the key-encryption key is in ${where}`).toBe(false);
}

test('a saved key is in no answer, no log line, no row and no job, and neither is a refused one', async () => {
  expect((await call('integrations.save', { ...MAILCHIMP, apiKey: MAILCHIMP_KEY })).status).toBe(200);
  const token = { provider: 'rd_station', apiKey: RD_STATION_TOKEN, ...SYNC };
  expect((await call('integrations.save', token)).status).toBe(200);
  expect((await call('integrations.setActive', { provider: 'mailchimp', isActive: true })).status).toBe(200);
  const list = await query('integrations.list');
  expect(list.data.integrations.map((each: { keyLast4: string }) => each.keyLast4)).toEqual(['last', 'four']);
  expect((await query('integrations.logs')).status).toBe(200);
  const audit = await query('audit.list', {});
  expect(JSON.stringify(audit.data)).toContain('last');

  // Every way of being refused, the key in each.
  const refused = [
    { ...MAILCHIMP, apiKey: REFUSED_KEY },
    { ...MAILCHIMP, apiKey: `${MAILCHIMP_KEY}-us1` },
    { ...MAILCHIMP, apiKey: [MAILCHIMP_KEY] },
    { ...MAILCHIMP, apiKey: MAILCHIMP_KEY, [MAILCHIMP_KEY]: MAILCHIMP_KEY },
    { ...MAILCHIMP, apiKey: MAILCHIMP_KEY, audienceId: REFUSED_KEY },
    { ...MAILCHIMP, apiKey: MAILCHIMP_KEY, provider: MAILCHIMP_KEY },
    { ...token, apiKey: `${RD_STATION_TOKEN} ${RD_STATION_TOKEN}` },
    { ...token, apiKey: RD_STATION_TOKEN.repeat(60) },
  ];
  for (const input of refused) expect((await call('integrations.save', input)).status).toBe(400);

  // Saving that fails for reasons of ours, once in the database and once in the sealing.
  await owner.query('REVOKE INSERT ON audit_log FROM cashback_app');
  expect((await call('integrations.save', { ...MAILCHIMP, apiKey: MAILCHIMP_KEY })).status).toBe(500);
  await owner.query('GRANT INSERT ON audit_log TO cashback_app');
  await owner.query('UPDATE merchant_data_keys SET wrapped_key = set_byte(wrapped_key, 30, 1)');
  const broken = await call('integrations.save', { ...MAILCHIMP, apiKey: MAILCHIMP_KEY });
  expect([broken.status, broken.error?.message]).toEqual([500, 'Erro interno']);

  await expect.poll(() => api.output()).toContain('a sealed value was changed');
  expectNowhere(answered, 'an answer');
  expectNowhere(api.output(), 'the log');
  expectNowhere(await readEverything(), 'the database');
});

test('a hostile prefix, audience or key is refused beside its field, and nothing is stored', async () => {
  const other = await signUpMerchant(client);
  const save = (change: object) =>
    client.call(
      'integrations.save',
      { ...MAILCHIMP, apiKey: 'k'.repeat(32), ...change },
      { cookie: other.cookie },
    );
  const hostile = [
    ['serverPrefix', 'us1.evil.com/#'],
    ['serverPrefix', 'us1@127.0.0.1'],
    ['serverPrefix', '../'],
    ['audienceId', '../../'],
    ['audienceId', 'https://evil.example'],
    ['apiKey', '<script>alert(1)</script>'],
    ['apiKey', `${'k'.repeat(32)}\r\nX-Evil: 1`],
  ] as const;
  for (const [field, value] of hostile) {
    const answer = await save({ [field]: value });
    expect(answer.status, value).toBe(400);
    expect(Object.keys(answer.error?.data.fields ?? {}), value).toEqual([field]);
  }
  const { rowCount } = await owner.query('SELECT FROM integration_configs WHERE merchant_id = $1', [
    other.id,
  ]);
  expect(rowCount).toBe(0);
});
