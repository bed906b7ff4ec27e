import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { type Answer, createHttpClient, type HttpClient } from 'testing/http-client';
import { type MailchimpFake, startMailchimpFake } from 'testing/providers/mailchimp';
import { type RdStationFake, startRdStationFake } from 'testing/providers/rd-station';
import { freshPhone, type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

/** Four different characters at the end, which may be shown. The rest of a key may not. */
const MAILCHIMP_KEY = `${randomBytes(14).toString('hex')}last`;
const RD_STATION_TOKEN = `${randomBytes(24).toString('hex')}.four`;
/** Keys of real calls: one accepted, one refused, and one only typed. */
const USED_KEY = `${randomBytes(14).toString('hex')}used`;
const REFUSED_TOKEN = `${randomBytes(24).toString('hex')}.wrong`;
const TYPED_KEY = `${randomBytes(14).toString('hex')}type`;
const REFUSED_KEY = `${randomBytes(16).toString('hex')}/../<script>`;
const KEY_ENCRYPTION_KEY = randomBytes(32);
const SYNC = {
  syncOnSignup: true,
  syncOnPurchase: true,
  syncOnRedemption: false,
  sendsWithoutConsent: true,
};
const MAILCHIMP = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us21', ...SYNC };

let mailchimp: MailchimpFake;
let rdStation: RdStationFake;
let database: TestDatabase;
let owner: pg.Pool;
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;
/** All answers, headers included. */
let answered = '';

beforeAll(async () => {
  // Slow enough that a job's payload is still there when the test looks for it.
  mailchimp = await startMailchimpFake({ answerAfterMs: 200 });
  rdStation = await startRdStationFake({ answerAfterMs: 200, accepts: (key) => key !== REFUSED_TOKEN });
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  api = await startApiProcess({
    databaseUrl: database.appUrl,
    extraEnv: {
      LOG_LEVEL: 'trace',
      KEY_ENCRYPTION_KEY: KEY_ENCRYPTION_KEY.toString('base64'),
      MAILCHIMP_API: mailchimp.url,
      RD_STATION_API: rdStation.url,
    },
  });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
});

afterAll(async () => {
  client.close();
  await api.stop();
  await owner.end();
  await database.drop();
  await Promise.all([mailchimp.stop(), rdStation.stop()]);
});

function keep(answer: Answer): Answer {
  answered += `${JSON.stringify(answer.headers)}\n${JSON.stringify(answer.body)}\n`;
  return answer;
}
const call = async (path: string, input: object) =>
  keep(await client.call(path, input, { cookie: merchant.cookie }));
const query = async (path: string, input?: object) =>
  keep(await client.query(path, input, { cookie: merchant.cookie }));

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

/** The secret in every encoding that could hide it in a text. */
function spellings(secret: Buffer): string[] {
  const base64 = secret.toString('base64').replaceAll('=', '');
  return [secret.toString('latin1'), secret.toString('hex'), base64, secret.toString('base64url')];
}

/** Half a secret counts as a leak. */
const halves = (secret: string) => [secret.slice(0, 12), secret.slice(6, 24)];

function expectNowhere(text: string, where: string): void {
  for (const key of [MAILCHIMP_KEY, RD_STATION_TOKEN, REFUSED_KEY, USED_KEY, REFUSED_TOKEN, TYPED_KEY])
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

  // Every refusal, with the key in its input.
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

  // Saving fails for internal reasons, once in the database and once in the sealing.
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

test('a key that is used is in no answer, log line, job or row afterwards, whatever the provider made of it', async () => {
  merchant = await signUpMerchant(client);
  let stored = '';
  const look = async () => {
    stored += await readEverything();
  };
  const answered200 = async (path: string, input: object) => {
    const answer = await call(path, input);
    expect(answer.status, path).toBe(200);
    await look();
    return answer.data;
  };
  const outcomeOf = (requestId: string) =>
    expect.poll(async () => (await query('integrations.request', { requestId })).data.state);
  await answered200('integrations.save', { ...MAILCHIMP, apiKey: USED_KEY });
  await answered200('integrations.save', { provider: 'rd_station', apiKey: REFUSED_TOKEN, ...SYNC });
  for (const provider of ['mailchimp', 'rd_station'])
    await answered200('integrations.setActive', { provider, isActive: true });

  // One customer, sent to a provider that accepts the key and to one that refuses it.
  await answered200('customers.signUp', { slug: merchant.slug, name: 'Ana', phone: freshPhone() });
  const outcomes = async () => {
    const { entries } = (await query('integrations.logs')).data;
    for (const { id } of entries) await query('integrations.log', { id });
    return entries
      .map((entry: { provider: string; status: string }) => `${entry.provider} ${entry.status}`)
      .sort();
  };
  await expect.poll(outcomes).toEqual(['mailchimp success', 'rd_station error']);
  expect(mailchimp.requests.map(({ key }) => key)).toContain(USED_KEY);
  expect(rdStation.requests.map(({ key }) => key)).toContain(REFUSED_TOKEN);

  const account = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us21' };
  const typed = await answered200('integrations.test', { ...account, apiKey: TYPED_KEY });
  await outcomeOf(typed.requestId).toBe('succeeded');
  const refused = await answered200('integrations.test', { provider: 'rd_station' });
  await outcomeOf(refused.requestId).toBe('failed');
  const campaign = await answered200('integrations.createCampaign', {
    operationId: randomUUID(),
    ...{
      subject: 'Assunto',
      fromName: 'Loja',
      replyTo: 'loja@loja.example',
      title: 'Título',
      message: 'Olá',
    },
  });
  await outcomeOf(campaign.requestId).toBe('succeeded');
  expect(mailchimp.requests.map(({ key }) => key)).toContain(TYPED_KEY);

  // One provider breaks its answer off, and one answers something unexpected.
  for (const mode of ['cut', 'html200'] as const) {
    mailchimp.misbehave(mode);
    const { requestId } = await answered200('integrations.test', { ...account, apiKey: TYPED_KEY });
    await outcomeOf(requestId).toBe('failed');
  }
  await query('audit.list', {});
  await look();
  expect(stored).toContain('answer-provider-request');
  expectNowhere(answered, 'an answer');
  expectNowhere(api.output(), 'the log');
  expectNowhere(stored, 'the database');
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
