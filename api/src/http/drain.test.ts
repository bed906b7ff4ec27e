import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { expect, onTestFinished, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

const fixture = useDatabaseFixture();

async function start(extraEnv: Record<string, string>): Promise<{ api: ApiProcess; client: HttpClient }> {
  const api = await startApiProcess({
    databaseUrl: fixture.database.appUrl,
    extraEnv: { METRICS_PORT: '0', ...extraEnv },
  });
  const client = createHttpClient(api.url);
  onTestFinished(async () => {
    client.close();
    await api.kill();
  });
  return { api, client };
}

const statusAt = async (url: string | undefined) => (await fetch(`${url}`)).status;

test('a process told to stop reports so to balancers at once and goes on serving until they have noticed', async () => {
  const { api, client } = await start({ DRAIN_DELAY: '3' });
  await expect.poll(async () => (await client.fetch('/readyz')).status).toBe(200);
  const merchant = await signUpMerchant(client);
  const stopped = api.stop();
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
  await stopped;
  await expect(client.fetch('/healthz')).rejects.toThrow('ECONNREFUSED');
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
  const { api, client } = await start({});
  const merchant = await signUpMerchant(client);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  const watched = encodeURIComponent(JSON.stringify({ id: data.transactionId }));
  const stream = readStream(api.url, `/trpc/cashback.watch?input=${watched}`, merchant.cookie);
  await expect.poll(() => stream.text()).toContain('"confirmed":false');
  const startedAt = performance.now();
  const stopped = api.stop();
  await stream.ended;
  expect(stream.text()).toMatch(/retry: \d{3,4}\n\n/);
  expect(stream.text()).not.toContain('event: return');
  await stopped;
  expect(performance.now() - startedAt, 'no open dialog delays the stop').toBeLessThan(4_500);
});

test('a process on a schema older than its code is not ready, but alive', async () => {
  const { api, client } = await start({});
  await expect.poll(async () => (await client.fetch('/readyz')).status).toBe(200);
  const { rows } = await fixture.owner.query<{ name: string }>(
    "SELECT obj_description('operations'::regnamespace, 'pg_namespace') AS name",
  );
  const note = (name: string) => fixture.owner.query(`COMMENT ON SCHEMA operations IS '${name}'`);
  await note('20200101000000_long_ago');
  expect((await client.fetch('/readyz')).status).toBe(503);
  expect(await statusAt(`${api.monitoringUrl}/readyz`)).toBe(503);
  expect((await client.fetch('/healthz')).status).toBe(200);
  await note('29990101000000_of_a_later_release');
  expect((await client.fetch('/readyz')).status, 'a newer one is fine').toBe(200);
  await note(rows[0]?.name ?? '');
});

test('concurrent readiness probes query the database on one connection', async () => {
  const { client } = await start({});
  const answers = await Promise.all(Array.from({ length: 200 }, () => client.fetch('/readyz')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
