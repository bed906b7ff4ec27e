import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { CONNECTION_LIMITS } from './overload.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: SignedInMerchant;

/** As in production, with short times and few connections. */
const LIMITS = {
  ...CONNECTION_LIMITS,
  maxConnections: 12,
  headersTimeout: 1_000,
  requestTimeout: 6_000,
  connectionsCheckingInterval: 500,
};

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { parts: { connectionLimits: LIMITS } });
  merchant = await signUpMerchant(server.client);
});
afterAll(() => server?.close());

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends one byte after the other until the server closes. Returns the milliseconds that took, and the answer.
 */
async function drip(start: string): Promise<{ ms: number; text: string }> {
  const startedAt = performance.now();
  const socket = await open();
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(start);
  const bytes = setInterval(() => socket.write('x'), 50);
  await closed;
  clearInterval(bytes);
  return { ms: performance.now() - startedAt, text };
}

test('a process gives a head 10 seconds and a request 30, checks every 5 and has 10,000 connections', () => {
  expect(CONNECTION_LIMITS).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    maxConnections: 10_000,
  });
});

test('a client that sends its request byte by byte, or nothing at all, is cut off: earlier in the head than in the body', async () => {
  const ended: string[] = [];
  const until = async <Result>(name: string, work: Promise<Result>) => {
    const result = await work;
    ended.push(name);
    return result;
  };
  const sendingBody = until('body', drip(BODY_HEAD));
  // Begun later and still cut off earlier: by the limit of the head.
  await wait(2 * LIMITS.connectionsCheckingInterval);
  const [body, head, silent] = await Promise.all([
    sendingBody,
    until('head', drip('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ')),
    until('silence', silence()),
  ]);
  expect(head.text).toContain('408 Request Timeout');
  expect(body.text).toMatch(/^HTTP\/1\.1 4/);
  for (const ms of [head.ms, silent]) expect(ms).toBeGreaterThan(LIMITS.headersTimeout - 100);
  expect(ended[2]).toBe('body');
});

const BODY_HEAD =
  'POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n';

async function silence(): Promise<number> {
  const startedAt = performance.now();
  const socket = await open();
  socket.resume();
  await once(socket, 'close');
  return performance.now() - startedAt;
}

test('an event stream and a kept connection outlive all timeouts', async () => {
  const purchase = { operationId: crypto.randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await server.client.call('cashback.issue', purchase, { cookie: merchant.cookie });
  const stream = await server.client.subscribe(
    'cashback.watch',
    { id: data.transactionId },
    { cookie: merchant.cookie },
  );
  expect(await stream.next()).toEqual({ confirmed: false });
  const kept = await open();
  const answered = async () => {
    kept.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return String((await once(kept, 'data'))[0]);
  };
  expect(await answered()).toMatch(/^HTTP\/1\.1 200 OK/);
  await wait(LIMITS.requestTimeout + 2 * LIMITS.connectionsCheckingInterval);
  await server.client.call('cashback.confirm', { token: tokenOf(data.link) });
  expect(await stream.next()).toEqual({ confirmed: true });
  expect(await answered()).toMatch(/^HTTP\/1\.1 200 OK/);
  kept.destroy();
  stream.close();
});

test('a connection beyond the limit is closed at once, unread, and the others are served', async () => {
  server.client.close();
  await wait(200);
  const held = await Promise.all(Array.from({ length: LIMITS.maxConnections }, open));
  const more = await Promise.all(Array.from({ length: 5 }, open));
  await Promise.all(more.map((socket) => socket.closed || once(socket.resume(), 'close')));
  expect(held.filter((socket) => socket.closed)).toEqual([]);
  const [first] = held;
  first?.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of first ?? []) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  const next = await open();
  next.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = await once(next, 'data');
  expect(String(answer), 'the place that got free').toMatch(/^HTTP\/1\.1 200 OK/);
  for (const socket of [...held, next]) socket.destroy();
});
