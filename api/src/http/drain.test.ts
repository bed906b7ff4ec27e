import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { addressesOf } from 'database/migrate';
import { findFreePort } from 'processes/server-process';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, freshIp } from 'testing/http-client';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../main.ts';
import { startApiProcess, TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from '../test/api-process.ts';

const fixture = useDatabaseFixture();

/** As a process of its own does, in this one. */
function startHere(extraEnv: Record<string, string> = {}) {
  return startServer({
    NODE_ENV: 'test',
    ...addressesOf(fixture.database.appUrl),
    PORT: '0',
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
    JOBS: 'off',
    LOG_LEVEL: 'silent',
    ...extraEnv,
  });
}

function clientOf({ url }: { url: string }) {
  const client = createHttpClient(url);
  onTestFinished(() => client.close());
  return client;
}

const statusAt = async (url: string | undefined) => (await fetch(`${url}`)).status;

async function noteMigration(name: string): Promise<void> {
  await fixture.owner.query(`COMMENT ON SCHEMA operations IS '${name}'`);
}
const [OLDER, NEWER] = ['20200101000000_long_ago', '29990101000000_of_a_later_release'];

test('a process told to stop reports so to balancers at once and goes on serving until they have noticed', async () => {
  // Far longer than the test: killed is what it waits for no more.
  const extraEnv = { METRICS_PORT: '0', DRAIN_DELAY: '60' };
  const api = await startApiProcess({ databaseUrl: fixture.database.appUrl, extraEnv });
  onTestFinished(() => api.kill());
  const client = clientOf(api);
  await expect.poll(async () => (await client.fetch('/readyz')).status).toBe(200);
  const merchant = await signUpMerchant(client);
  void api.stop();
  await expect.poll(async () => (await client.fetch('/readyz')).status, { interval: 10 }).toBe(503);
  expect(await statusAt(`${api.monitoringUrl}/readyz`)).toBe(503);
  expect(await statusAt(`${api.monitoringUrl}/healthz`), 'alive it is').toBe(200);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const purchase = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  expect(purchase.status).toBe(200);
  expect(purchase.headers.connection, 'the next request goes elsewhere').toBe('close');
  const confirmed = await client.call(
    'cashback.confirm',
    { token: tokenOf(purchase.data.link) },
    { ip: freshIp() },
  );
  expect(confirmed.status).toBe(200);
});

/** The text of an event stream, until it ends. */
function readStream(url: string, path: string, cookie: string): { text(): string; ended: Promise<void> } {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n\r\n`,
  );
  return {
    text: () => text,
    ended: new Promise((resolve) => void socket.on('end', () => resolve()).on('error', () => resolve())),
  };
}

test('a browser watching a purchase is told to reconnect soon, not that the stream is complete', async () => {
  const api = await startHere({ DRAIN_DELAY: '0.1' });
  const client = clientOf(api);
  const merchant = await signUpMerchant(client);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  const watched = encodeURIComponent(JSON.stringify({ id: data.transactionId }));
  const stream = readStream(api.url, `/trpc/cashback.watch?input=${watched}`, merchant.cookie);
  await expect.poll(() => stream.text()).toContain('"confirmed":false');
  const stopped = api.close();
  await stream.ended;
  expect(stream.text()).toMatch(/retry: \d{3,4}\n\n/);
  expect(stream.text()).not.toContain('event: return');
  await stopped;
  await expect(client.fetch('/healthz')).rejects.toThrow('ECONNREFUSED');
});

test('a process on a schema older than its code is not ready, but alive, and many probes are answered', async () => {
  const api = await startHere();
  const client = clientOf(api);
  const ask = async (path: string) => (await client.fetch(path)).status;
  await expect.poll(() => ask('/readyz')).toBe(200);
  await noteMigration(OLDER);
  expect(await ask('/readyz')).toBe(503);
  expect(await statusAt(`${api.monitoringUrl}/readyz`)).toBe(503);
  expect(await ask('/healthz')).toBe(200);
  await noteMigration(NEWER);
  // A newer one is fine.
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/readyz')));
  expect(new Set(answers)).toEqual(new Set([200]));
  await api.close();
});

test('a process of a cluster listens only once it is ready', async () => {
  await noteMigration(OLDER);
  Object.assign(cluster, { isWorker: true });
  onTestFinished(() => void Object.assign(cluster, { isWorker: false }));
  const port = await findFreePort();
  const starting = startHere({ PORT: String(port) });
  const asked =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'cashback_%' AND query LIKE '%obj_description%'";
  await expect.poll(async () => (await fixture.owner.query(asked)).rowCount).toBeGreaterThan(0);
  await expect(statusAt(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  await noteMigration(NEWER);
  const api = await starting;
  expect(await statusAt(`${api.url}/readyz`)).toBe(200);
  await api.close();
});
