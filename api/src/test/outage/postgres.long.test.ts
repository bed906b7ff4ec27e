import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { type OutageDatabase, startOutageDatabase } from 'testing/outage-database';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { assertCleanLedger } from '../clean-ledger.ts';
import { findContradictions, rememberedTotals, storedTotals } from './effects.ts';
import { type OutageLoad, startOutageLoad } from './load.ts';
import {
  ANSWERED_WITHIN_MS,
  expectRecovery,
  expectUnavailable,
  openProbedMerchant,
  runProbes,
} from './probes.ts';

let database: OutageDatabase;
let api: ApiProcess;
let client: HttpClient;

beforeAll(async () => {
  database = await startOutageDatabase();
  api = await startApiProcess({ databaseUrl: database.appUrl, extraEnv: { TIME_LIMITS: 'product' } });
  client = createHttpClient(api.url);
});

afterAll(async () => {
  client?.close();
  await api?.kill();
  await database?.discard();
});

/** Checks that the process has not ended, whatever happened; its last output tells why if it did. */
afterEach(async () => {
  const alive = await client.fetch('/healthz').catch((error: Error) => ({ status: error.message }));
  expect(alive.status, api.output().slice(-3_000)).toBe(200);
});

async function expectAcknowledgedExists(load: OutageLoad, merchant: SignedInMerchant): Promise<void> {
  await load.stop();
  expect(load.surprises).toEqual([]);
  expect(await findContradictions(database.owner, merchant.id, load.people)).toEqual([]);
  await load.settle();
  expect(load.surprises).toEqual([]);
  expect(await findContradictions(database.owner, merchant.id, load.people)).toEqual([]);
  expect(await storedTotals(database.owner, merchant.id)).toEqual(rememberedTotals(load.people));
  await assertCleanLedger(database.ownerUrl);
}

const acknowledged = (load: OutageLoad) => load.observed.filter((call) => call.status === 200).length;

test('a PostgreSQL stopped like by a power cut: 503 at once for every call, then all is well without a new API', async () => {
  const [probes, merchant] = [await openProbedMerchant(client), await signUpMerchant(client)];
  const load = startOutageLoad(() => [client], merchant, 8);
  await setTimeout(400);
  await database.server.stop('immediate');
  const downAt = performance.now();
  for (let round = 0; round < 3; round += 1) {
    expectUnavailable(await runProbes(probes));
    expect((await client.fetch('/readyz')).status).toBe(503);
    expect((await client.fetch('/healthz')).status).toBe(200);
    await setTimeout(300);
  }
  const upAt = performance.now();
  const during = load.observed.filter((call) => call.startedAt > downAt && call.startedAt + call.ms < upAt);
  await database.server.restart('immediate');
  const recoveredMs = await expectRecovery(probes);
  const before = acknowledged(load);
  await expect.poll(() => acknowledged(load)).toBeGreaterThan(before + 20);

  expect(during.length).toBeGreaterThan(20);
  expect(new Set(during.map((call) => call.status))).toEqual(new Set([503]));
  expect(during.filter((call) => !(Number(call.retryAfter) > 0))).toEqual([]);
  expect(during.filter((call) => call.ms > ANSWERED_WITHIN_MS)).toEqual([]);
  await expectAcknowledgedExists(load, merchant);
  const slowest = Math.max(...during.map((call) => call.ms));
  console.info(
    `down: ${during.length} calls answered 503, the slowest after ${slowest.toFixed(0)} ms; well ${recoveredMs.toFixed(0)} ms after the server`,
  );
});

test('a PostgreSQL restarted at once, again and again under load: no call fails in another way than by 503', async () => {
  const [probes, merchant] = [await openProbedMerchant(client), await signUpMerchant(client)];
  const load = startOutageLoad(() => [client], merchant, 8);
  for (let restart = 0; restart < 3; restart += 1) {
    await setTimeout(300);
    await database.server.restart('immediate');
    const before = acknowledged(load);
    await expect.poll(() => acknowledged(load)).toBeGreaterThan(before + 20);
  }
  await expectAcknowledgedExists(load, merchant);
  await expectRecovery(probes);
  expect(load.observed.filter((call) => call.isCutOff)).toEqual([]);
});

test('all connections ended by the administrator, again and again under load: 503 for interrupted calls, nothing worse', async () => {
  const [probes, merchant] = [await openProbedMerchant(client), await signUpMerchant(client)];
  const load = startOutageLoad(() => [client], merchant, 8);
  let ended = 0;
  for (let round = 0; round < 15; round += 1) {
    await setTimeout(60);
    // Calls that are cut off here do not matter: the load compares, and the process must live.
    void runProbes(probes.filter(({ name }) => name === 'sign-up (Prisma)')).catch(() => undefined);
    ended += await database.terminateApi();
  }
  const before = acknowledged(load);
  await expect.poll(() => acknowledged(load)).toBeGreaterThan(before + 20);
  await expectRecovery(probes);
  expect(ended).toBeGreaterThan(15);
  await expectAcknowledgedExists(load, merchant);
  const cut = load.observed.filter((call) => call.status === 503);
  expect(cut.length).toBeGreaterThan(0);
  expect(load.observed.filter((call) => call.isCutOff)).toEqual([]);
});

test('dialogs that watch when the database goes wait on with one warning, and turn once it is back', async () => {
  const merchant = await signUpMerchant(client);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const purchase = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  const watch = () =>
    client.subscribe('cashback.watch', { id: purchase.data.transactionId }, { cookie: merchant.cookie });
  const dialogs = [await watch(), await watch(), await watch()];
  for (const dialog of dialogs) expect(await dialog.next()).toEqual({ confirmed: false });
  const turned = Promise.all(dialogs.map((dialog) => dialog.next()));
  const written = api.output().length;
  const warnings = () => api.output().slice(written).split('cannot be asked for those who watch').length - 1;
  await database.server.stop('immediate');
  await expect.poll(warnings).toBe(1);
  await expect(watch(), 'a new one is told to come back').rejects.toThrow('"httpStatus":503');
  await setTimeout(5_000);
  expect(warnings(), 'two more looks').toBe(1);
  await database.server.restart('immediate');
  const confirm = async () =>
    (await client.call('cashback.confirm', { token: tokenOf(purchase.data.link) })).status;
  await expect.poll(confirm).toBe(200);
  expect(await turned).toEqual(dialogs.map(() => ({ confirmed: true })));
  const lines = api.output().slice(written).split('\n').filter(Boolean);
  const errors = lines.filter((line) => JSON.parse(line).level >= 50);
  expect(errors, 'no line for each dialog').toEqual([]);
});
