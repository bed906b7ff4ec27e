import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

const fixture = useDatabaseFixture();
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
let api: ApiProcess;
let client: HttpClient;
let untrusting: HttpClient;

let stop = async () => {};

beforeAll(async () => {
  const options = { databaseUrl: fixture.database.appUrl };
  const other = await startApiProcess({ ...options, extraEnv: { TRUST_PROXY: '10.0.0.0/8' } });
  api = await startApiProcess(options);
  [client, untrusting] = [createHttpClient(api.url), createHttpClient(other.url)];
  stop = async () => {
    client.close();
    untrusting.close();
    await Promise.all([api.kill(), other.kill()]);
  };
});

// Before the database is dropped, whose hook was registered first.
afterAll(() => stop());

const idOf = async (asked: HttpClient, given?: string) => {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  return (await asked.fetch('/healthz', { headers })).headers['x-request-id'];
};

test('each answer has an id of its own in its headers, whatever the answer is', async () => {
  const ids = await Promise.all([idOf(client), idOf(client), idOf(untrusting)]);
  for (const id of ids) expect(id).toMatch(ID);
  expect(new Set(ids).size).toBe(3);
  const unknown = await client.fetch('/nothing', { host: 'nobody.example' });
  expect([unknown.status, unknown.headers['x-request-id']]).toEqual([404, expect.stringMatching(ID)]);
});

test("a trusted proxy's id is kept; a stranger's, or one unfit for a log, is replaced", async () => {
  expect(await idOf(client, 'front-4711')).toBe('front-4711');
  expect(await idOf(untrusting, 'front-4711')).toMatch(ID);
  expect(await idOf(client, 'two words')).toMatch(ID);
  expect(await idOf(client, 'x'.repeat(101))).toMatch(ID);
});

test('each log line of a request has its id, deep inside the code too, and the answer reveals nothing of it', async () => {
  const merchant = await signUpMerchant(client);
  await fixture.owner.query('ALTER TABLE marketing_spend RENAME TO gone');
  const call = (given: string) => {
    const input = { operationId: randomUUID(), amountCents: 5_000, date: '2026-01-10' };
    return client.call('spend.add', input, { cookie: merchant.cookie, headers: { 'x-request-id': given } });
  };
  const answers = await Promise.all(['front-one', 'front-two'].map(call)).finally(() =>
    fixture.owner.query('ALTER TABLE gone RENAME TO marketing_spend'),
  );
  for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('front-');
  const lines = () =>
    api
      .output()
      .split('\n')
      .filter((line) => line.includes('"reqId":"front-'))
      .map((line) => JSON.parse(line).reqId as string);
  await expect.poll(() => lines().sort()).toEqual(['front-one', 'front-two']);
});
